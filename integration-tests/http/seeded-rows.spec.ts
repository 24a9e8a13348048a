import { breakWriting } from "../support/gate"
import { withShop, type Shop } from "../support/shop"

/** Written by the running process every few seconds, at any moment of a test. */
const HEARTBEAT = "payin_instance"

/** Of every other table what its rows come to, and where the numbers of orders stand. */
async function contentOf({ pg }: Shop): Promise<Record<string, string>> {
  const tables: { name: string }[] = await pg("pg_tables")
    .where({ schemaname: "public" })
    .whereNot({ tablename: HEARTBEAT })
    .select("tablename as name")
  const content: Record<string, string> = {}
  for (const { name } of tables) {
    const answer: { rows: { sum: string }[] } = await pg.raw(
      "select coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as sum from ?? t",
      [name]
    )
    content[name] = answer.rows[0].sum
  }
  const sequences: { name: string; value: string | null }[] = await pg("pg_sequences")
    .where({ schemaname: "public" })
    .select("sequencename as name", "last_value as value")
  sequences.forEach(({ name, value }) => (content[name] = String(value)))
  return content
}

/** One sale. */
async function sell(shop: Shop) {
  const { cart, reference } = await shop.checkout("co")
  shop.sandbox.settle(reference, { status: "APPROVED" })
  await shop.captured(cart.id)
}

withShop("a store that several tests share", {}, (shop) => {
  let seeded: Record<string, string>

  it("may be left in any state by a test", async () => {
    seeded = await contentOf(shop)
    await sell(shop)
    await shop.pg("product").update({ title: "Otro" })
    await shop.pg("region_country").delete()
    await breakWriting(shop.pg, { table: "cart", event: "update" })
    expect(await contentOf(shop)).not.toEqual(seeded)
  })

  it("is back at its seeded rows when the next test begins", async () => {
    expect(await contentOf(shop)).toEqual(seeded)
    await sell(shop)
  })
})
