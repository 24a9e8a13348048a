import { capture, cardOrder } from "../support/card-checkout"
import type { Instance } from "../support/instance"
import type { World } from "./world"

const SUBSCRIBERS = 3

/** Subscriptions whose month has passed all at once, while every process has its job, and its operators. */
export async function expectOneRenewalEach(
  world: World,
  instances: readonly Instance[]
): Promise<void> {
  const { pg } = world.database
  const [one] = instances
  const variant = pg("product_variant").where({ id: one.store.variants["CAFE-GRANO"].id })
  await variant
    .clone()
    .update({ metadata: { payin_plan_name: "Café", payin_periodicity: "monthly" } })
  const admin = await one.admin()
  const [held, taken] = [world.sandbox.cards.authorizations(), world.sandbox.cards.captures()]
  for (let n = 0; n < SUBSCRIBERS; n++) {
    const sale = await cardOrder(instances[n % instances.length])
    await capture(admin, sale.payment_id).expect(200)
  }
  const ids = await world.until(async () => {
    const rows: { id: string }[] = await pg("payin_subscription").select("id")
    return rows.length === SUBSCRIBERS ? rows.map(({ id }) => id) : null
  })
  const orders = await pg("order").count("id as count").first()

  await pg.raw(
    `update payin_subscription set next_date = anchor, due_after = now(),
     anchor = to_char(anchor::date - interval '1 month', 'YYYY-MM-DD')`
  )
  const asked = await Promise.all(
    instances.flatMap(async (instance) => {
      const operator = await instance.admin()
      return Promise.all(
        ids.map((id) =>
          operator
            .post(`/admin/payin/subscriptions/${id}/renew`)
            .set("Idempotency-Key", `port-${instance.port}`)
            .send({})
        )
      )
    })
  )
  expect(asked.flat().filter(({ status }) => ![200, 409].includes(status))).toEqual([])

  await world.until(async () => {
    const due: unknown[] = await pg("payin_subscription").where("next_number", "<", 2)
    const open: unknown[] = await pg("payin_cycle").where({ status: "open" })
    return due.length + open.length === 0 ? true : null
  })
  // Whoever asked once it was paid paid no period ahead by that: they may have meant the one that was due.
  const periods: { number: number; status: string }[] = await pg("payin_cycle")
  expect(periods.map(({ number, status }) => `${number} ${status}`)).toEqual(
    Array.from({ length: SUBSCRIBERS }, () => "1 paid")
  )
  const after = await pg("order").count("id as count").first()
  expect(Number(after?.count) - Number(orders?.count)).toBe(SUBSCRIBERS)
  const { cards } = world.sandbox
  expect(cards.authorizations()).toHaveLength(held.length + 2 * SUBSCRIBERS)
  expect(cards.captures()).toHaveLength(taken.length + 2 * SUBSCRIBERS)
  expect(await pg("payin_anomaly").where({ status: "open" })).toEqual([])
  // A cart with a plan cannot be paid by a link, as the next tests do.
  await variant.clone().update({ metadata: null })
}
