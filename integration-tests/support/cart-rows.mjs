import { randomUUID } from "node:crypto"

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
 * Copies carts in the database, with the payment collection that they may have and without its sessions. `query`:
 * runs a statement and answers pg's result.
 */
export class CartRows {
  #query
  #columns = new Map()

  constructor(query) {
    this.#query = query
  }

  /** Makes so many copies of a cart. What each adds to the ids of the rows that it copies. */
  async copy(cartId, count) {
    if (!/^\w+$/.test(cartId)) throw new Error(`"${cartId}" is no id of a cart`)
    const batch = randomUUID().slice(0, 8)
    for (const rows of ROWS) await this.#copy(rows, cartId, batch, count)
    return Array.from({ length: count }, (_, n) => `_${batch}_${n + 1}`)
  }

  async #copy({ table, by, where = "select $1", points = [] }, cartId, batch, count) {
    const names = await this.#columnsOf(table)
    const renamed = ["id", ...points].map((name) => `"${name}"`)
    const values = names.map((name) =>
      renamed.includes(name) ? `${name} || '_${batch}_' || n` : name
    )
    await this.#query(
      `insert into ${table} (${names}) select ${values} from ${table}, generate_series(1, ${count}) n
       where ${by} in (${where.replaceAll("$1", `'${cartId}'`)})`
    )
  }

  async #columnsOf(table) {
    if (!this.#columns.has(table)) {
      const { rows } = await this.#query(
        `select column_name as name from information_schema.columns
         where table_schema = 'public' and table_name = '${table}' and is_generated = 'NEVER'`
      )
      const names = rows.map(({ name }) => `"${name}"`)
      this.#columns.set(table, names)
    }
    return this.#columns.get(table)
  }
}
