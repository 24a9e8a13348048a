import type { World } from "../faults/world"

/** Sold by subscription whenever they are paid by card. */
const SKUS = ["CAFE-GRANO", "CAFE-MOLIDO"]
const WEEKLY = { payin_plan_name: "Café de la semana", payin_periodicity: "weekly" }

/** From now on, coffee that a card pays comes again every week. */
export async function sellWeekly({ pg, store }: World): Promise<void> {
  const ids = SKUS.map((sku) => store.variants[sku].id)
  await pg("product_variant")
    .whereIn("id", ids)
    .update({ metadata: JSON.stringify(WEEKLY) })
}

/**
 * A week goes by for one subscription that rests, as its rows know time: moving the clock itself would make
 * every link lapse and every lease end. What it paid goes back with it, or all would have been paid this week.
 */
export async function passWeek({ pg, offsetMs }: World): Promise<void> {
  await pg.raw(
    `with clock as (select now() + ? * interval '1 millisecond' as time),
       resting as (
         update payin_subscription set due_after = clock.time,
           anchor = to_char(anchor::date - 7, 'YYYY-MM-DD'),
           next_date = to_char(next_date::date - 7, 'YYYY-MM-DD')
         from clock where id = (
           select id from payin_subscription, clock
           where status = 'active' and next_date is not null and due_after > clock.time + interval '1 hour'
           order by random() limit 1 for update of payin_subscription skip locked)
         returning id),
       periods as (
         update payin_cycle set day = to_char(day::date - 7, 'YYYY-MM-DD'),
           status_changed_at = status_changed_at - interval '7 days'
         from resting where payin_subscription_id = resting.id
         returning payin_cycle.id)
     update payin_card_transaction set captured_at = captured_at - interval '7 days'
     from periods where cycle_id = periods.id`,
    [offsetMs]
  )
}
