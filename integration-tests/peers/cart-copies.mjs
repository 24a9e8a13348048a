import { randomUUID } from "node:crypto"

import pg from "pg"

// What a cart that waits for its payment session is made of, in the order in which the rows point at each other:
// of each table the column by which its rows are found, and of every other row named in it.
const ROWS = [
  {
    table: "cart_address",
    by: "id",
    where: `select shipping_address_id from cart where id = $1
      union select billing_address_id from cart where id = $1`,
  },
  { table: "cart", by: "id", points: ["shipping_address_id", "billing_address_id"] },
  { table: "cart_line_item", by: "cart_id", points: ["cart_id"] },
  {
    table: "cart_line_item_tax_line",
    by: "item_id",
    where: "select id from cart_line_item where cart_id = $1",
    points: ["item_id"],
  },
  { table: "cart_shipping_method", by: "cart_id", points: ["cart_id"] },
  {
    table: "cart_shipping_method_tax_line",
    by: "shipping_method_id",
    where: "select id from cart_shipping_method where cart_id = $1",
    points: ["shipping_method_id"],
  },
  {
    table: "payment_collection",
    by: "id",
    where: "select payment_collection_id from cart_payment_collection where cart_id = $1",
  },
  {
    table: "cart_payment_collection",
    by: "cart_id",
    points: ["cart_id", "payment_collection_id"],
  },
]

/**
 * Copies a filled cart in the database. Through the store it takes Medusa twice as long to fill a cart as to sell
 * it, and whatever is compared fills it alike.
 */
export class CartCopies {
  #client

  constructor(databaseUrl) {
    this.#client = new pg.Client({ connectionString: databaseUrl })
    this.#client.on("error", () => {})
  }

  async start() {
    await this.#client.connect()
  }

  async stop() {
    await this.#client.end()
  }

  /** So many carts like this one, each with a payment collection of its own and no session yet. */
  async of({ cart_id, collection_id }, count) {
    const batch = randomUUID().slice(0, 8)
    for (const rows of ROWS) await this.#copy(rows, cart_id, batch, count)
    const suffixes = Array.from({ length: count }, (_, n) => `_${batch}_${n + 1}`)
    return suffixes.map((suffix) => ({
      cart_id: cart_id + suffix,
      collection_id: collection_id + suffix,
    }))
  }

  async #copy({ table, by, where = "select $1", points = [] }, cart_id, batch, count) {
    const { rows } = await this.#client.query(
      `select column_name as name from information_schema.columns
       where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
      [table]
    )
    const names = rows.map(({ name }) => `"${name}"`)
    const renamed = ["id", ...points].map((name) => `"${name}"`)
    const values = names.map((name) =>
      renamed.includes(name) ? `${name} || '_${batch}_' || n` : name
    )
    await this.#client.query(
      `insert into ${table} (${names}) select ${values}
       from ${table}, generate_series(1, ${count}) n where ${by} in (${where})`,
      [cart_id]
    )
  }
}
