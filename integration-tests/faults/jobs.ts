import { CARD_DUE, RENEWAL_DUE } from "./card-calm"
import { PAYOUT_DUE } from "./payout-calm"

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS

/** The plugin's jobs that the driver runs, in this order, and how often the plugin itself would (src/jobs). */
export const EVERY_MS = {
  "payin-reconcile": 5 * SECOND_MS,
  "payin-sweep": 5 * SECOND_MS,
  "payin-orphans": MINUTE_MS,
  "payin-scrub": MINUTE_MS,
  "payin-payouts": 5 * SECOND_MS,
  "payin-rules": MINUTE_MS,
  "payin-cards": 5 * SECOND_MS,
  "payin-renew": 5 * SECOND_MS,
} as const

export type Job = keyof typeof EVERY_MS

export function isJob(name: string): name is Job {
  return name in EVERY_MS
}

export const JOBS = Object.keys(EVERY_MS).filter(isJob)

/**
 * What calls for a job by its due time, as the plugin itself claims it; `clock.time` is the store's. All else
 * that a job does has no due time: it is found when the job comes round.
 */
export const DUE = {
  "payin-reconcile": `
    select 1 from payin_transaction, clock
      where lookup_after <= time and status <> 'approved'`,
  "payin-sweep": `
    select 1 from payin_transaction, clock
      where (apply_after <= time and status = 'approved' and settled_at is null)
        or end_after <= time
    union all select 1 from payin_event, clock
      where status = 'received' and next_attempt_at <= time`,
  "payin-payouts": PAYOUT_DUE,
  "payin-cards": CARD_DUE,
  "payin-renew": RENEWAL_DUE,
} as const satisfies Partial<Record<Job, string>>
