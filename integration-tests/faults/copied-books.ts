import { z } from "zod"
import type { CopiedBooks } from "./copied-invariants"
import type { World } from "./world"

/** Calls by which money leaves the store or a card; a card that is canceled pays nothing any more. */
export const MONEY_OUT = [
  "payout",
  "card_authorize",
  "card_renew",
  "card_capture",
  "card_cancel",
] as const

const payoutSchema = z.object({
  id: z.string(),
  status: z.string(),
  reason: z.string().nullable(),
  references: z.array(z.string()),
})

const subscriptionSchema = z.object({
  id: z.string(),
  status: z.string(),
  card: z.string(),
  period: z.string().nullable(),
  error: z.string().nullable(),
  holds: z.array(z.string()),
  asked: z.boolean(),
})

const PAYOUTS = `
  select o.id, o.status, o.reason,
    array(select a.reference from payin_payout_attempt a
      where a.payout_id = o.id order by a.number) as references
  from payin_payout o where o.deleted_at is null order by o.created_at`

const ANOMALIES = "select kind, subject, facts from payin_anomaly where status = 'open'"

/** The period that was due is the first after the first order. */
const SUBSCRIPTIONS = `
  select s.id, s.status, s.subscription_id as card,
    (select y.status from payin_cycle y where y.payin_subscription_id = s.id and y.number = 1) as period,
    (select y.last_error from payin_cycle y where y.payin_subscription_id = s.id and y.number = 1) as error,
    array(select t.status from payin_card_transaction t
      join payin_cycle y on y.id = t.cycle_id
      where y.payin_subscription_id = s.id and y.number = 1 order by t.created_at) as holds,
    exists (select 1 from payin_anomaly a
      join payin_card_transaction t on t.id = a.subject
      join payin_cycle y on y.id = t.cycle_id
      where y.payin_subscription_id = s.id and a.kind = 'card_unknown' and a.status = 'open') as asked
  from payin_subscription s order by s.created_at`

/** Reads what the service and the copy say in the end. */
export async function readCopiedBooks(
  copy: World,
  sent_while_held: CopiedBooks["sent_while_held"],
  charged_by_first: string[]
): Promise<CopiedBooks> {
  const { sandbox, pg } = copy
  const taken = new Set(
    sandbox.cards
      .captures({ limit: Infinity })
      .filter(({ transaction_status }) => transaction_status === "APPROVED")
      .map(({ linked_transaction_id }) => linked_transaction_id)
  )
  const subscriptions: { rows: unknown[] } = await pg.raw(SUBSCRIPTIONS)
  const payouts: { rows: unknown[] } = await pg.raw(PAYOUTS)
  const anomalies: { rows: unknown[] } = await pg.raw(ANOMALIES)
  return {
    payouts: sandbox.payouts({ limit: Infinity }).map(({ reference, status, metadata }) => ({
      reference,
      status,
      payout_id: String(metadata.payout_id),
    })),
    charges: sandbox.cards.authorizations({ limit: Infinity }).map((one) => ({
      reference: one.reference_id,
      card: one.subscription_id,
      approved: one.transaction_status === "APPROVED",
      taken: taken.has(one.transaction_id),
    })),
    sent_while_held,
    charged_by_first,
    copy: {
      payouts: z.array(payoutSchema).parse(payouts.rows),
      subscriptions: z.array(subscriptionSchema).parse(subscriptions.rows),
      anomalies: anomalies.rows,
    },
  }
}
