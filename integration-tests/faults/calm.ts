import { NOT_KNOWN_PAYOUT } from "../../src/domain/time/schedule"
import { CARD_OPEN } from "./card-calm"
import type { Actors } from "./actors"
import { Moments, type Moment } from "./moments"
import { isDoubtedInVain, isHidden, PAYOUT_OPEN } from "./payout-calm"
import type { World } from "./world"

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const NEXT_TRIES = 12

/**
 * How time goes on once nothing fails any more: past every schedule of the plugin, one after the other. A step may
 * give one answer only, and "not known" is believed after five: twice, when what was sent again is refused. The
 * hours are for that, however late it began. The minutes at the end are for what the hours began themselves, a
 * week's renewal, whose next try is five minutes after its first.
 */
export const STEPS = [
  ...[30 * SECOND_MS, 3 * MINUTE_MS, 8 * MINUTE_MS, 20 * MINUTE_MS],
  ...[2 * HOUR_MS, 11 * HOUR_MS, DAY_MS, 3 * DAY_MS, 7 * DAY_MS, 20 * DAY_MS],
  ...Array.from({ length: 2 * NOT_KNOWN_PAYOUT.answers }, () => HOUR_MS),
  ...Array.from({ length: NEXT_TRIES }, () => 10 * MINUTE_MS),
]
/** Until everything that a passing failure or a dead process delays has had its time. */
export const AT_LEAST_MS = 30 * MINUTE_MS
/** A process may die while it makes good what another left. */
const ARMED_MS = 5 * MINUTE_MS
const ROUNDS = 6

/**
 * Faults off, time goes on, and the plugin's jobs run until nothing is left to do.
 *
 * @param moments what happens meanwhile
 * @param close whatever else goes wrong in this schedule ends
 */
export async function comeToRest(
  world: World,
  seed: number,
  { random, journal, crashInjector, jobScheduler }: Actors,
  moments: readonly Moment[],
  close: () => Promise<void>
): Promise<void> {
  const { sandbox } = world
  sandbox.clearFaults()
  if (random.chance(0.5)) {
    await sandbox.releaseNotifications("shuffled", seed)
  } else {
    sandbox.dropNotifications()
  }
  sandbox.configure({ notifications: { lose: false, hold: false, copies: 1, delayMs: 0 } })
  await world.loseSignals(false)
  await close()
  await world.rest()
  const time = new Moments(world, moments)
  for (const step of STEPS) {
    await time.pass(step)
    if (time.passedMs > ARMED_MS) {
      crashInjector.end()
    }
    await sandbox.idle()
    for (let round = 0; round < ROUNDS; round++) {
      const { ran, failed } = await jobScheduler.round()
      failed.forEach((message) => journal.note("jobs", message))
      if (ran === 0) {
        break
      }
    }
    // What a signal began may still be under way: it would lose its lease to the next jump.
    await world.rest()
    if (time.passedMs >= AT_LEAST_MS && !time.areAwaited && !(await isOpen(world))) {
      break
    }
  }
  journal.note("clock", `${Math.round(time.passedMs / MINUTE_MS)} minutes of calm`)
}

/** Whether anything is still to come: a link that may be paid, a notification, money or an order not told of. */
export async function isOpen(world: World): Promise<boolean> {
  const answer: { rows: unknown[] } = await world.pg.raw(
    `select 1 from payin_transaction
       where lookup_after is not null or end_after is not null
         or (status = 'approved' and settled_at is null and apply_after is not null and (
           exists (select 1 from locking where locking.id = cart_id)
           or not exists (
             select 1 from payin_anomaly a
             where a.transaction_id = payin_transaction.id and a.status = 'open')))
         or (settled_at is not null and cart_id is not null and order_id is not null and not exists (
           select 1 from payin_transaction other
           where other.payment_collection_id = payin_transaction.payment_collection_id
             and (other.placed_seen_at is not null or other.placed_event_at is not null)))
     union all select 1 from payin_event where status = 'received'
     union all ${PAYOUT_OPEN} union all ${CARD_OPEN} limit 1`
  )
  return answer.rows.length > 0 || (await isHidden(world)) || (await isDoubtedInVain(world))
}
