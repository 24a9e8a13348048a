// Medusa's tables and private methods are touched in src/medusa alone, so that an upgrade of Medusa is an upgrade of
// that folder (docs/decisions/0023-layers.md).
import { readFileSync } from "node:fs"
import path from "node:path"

/** Files outside of src/medusa that still hold SQL on Medusa's tables. The list only shrinks. */
const LEFT = new URL("medusa-left.json", import.meta.url)

/** The tables of Medusa that hold money, orders and people, and the links between them. */
const TABLES = [
  ...["account_holder", "api_key", "auth_identity", "capture", "cart", "cart_\\w+", "credit_line"],
  ...["customer", "customer_\\w+", "fulfillment", "fulfillment_\\w+", "inventory_\\w+", "locking"],
  ...["order", "order_\\w+", "payment", "payment_\\w+", "product", "product_\\w+"],
  ...["provider_identity", "refund", "refund_\\w+", "region", "region_\\w+", "reservation_item"],
  ...["return", "return_\\w+", "sales_channel", "stock_location", "store", "user"],
  ...["workflow_execution"],
].join("|")

const NAME = `(?:public\\.)?"?(?:${TABLES})"?`
/** A table named in a statement, as a whole text, or with its alias. */
const IN_STATEMENT = new RegExp(
  String.raw`\b(?:from|join|update|into)\s+(?:only\s+)?${NAME}(?=[\s),;]|$)`,
  "i"
)
const WITH_ALIAS = new RegExp(String.raw`^\s*${NAME}\s+as\s+\w+\s*$`, "i")
const ALONE = new RegExp(`^${NAME}$`)

/** Whether a text is SQL on a table of Medusa's. */
function isOnMedusaTable(text) {
  return IN_STATEMENT.test(text) || WITH_ALIAS.test(text)
}

/** Whether a text is the name of a table of Medusa's. */
function isMedusaTable(text) {
  return ALONE.test(text)
}

/** Calls of the query builder that take a table first. */
const OF_BUILDER = new Set(["from", "into", "table", "join", "leftJoin", "innerJoin"])
/** What the connection and a transaction of it are called. */
const CONNECTION = /^(pg|trx|knex|sql|db)$/
const PRIVATE = /^__[a-z]|[a-z]_$/i
/** The name of a private member as a text, which reaches it without a call. */
const PRIVATE_TEXT = /^[a-z]+[A-Z][A-Za-z]*_$/

const left = new Set(JSON.parse(readFileSync(LEFT, "utf8")))

/** Refuses SQL on Medusa's tables and calls of private methods outside of src/medusa. */
const rule = {
  create(context) {
    const file = path.relative(context.cwd, context.filename)
    const isExcused = left.has(file)
    let isMet = false

    function refuse(node, what) {
      isMet = true
      if (isExcused) return
      const message = `${what} belongs in src/medusa (docs/decisions/0023-layers.md).`
      context.report({ node, message })
    }
    const isBuilder = ({ type, name, property }) =>
      type === "CallExpression" ||
      (type === "Identifier" && CONNECTION.test(name)) ||
      (type === "MemberExpression" &&
        (OF_BUILDER.has(property.name) || CONNECTION.test(property.name)))

    return {
      TemplateElement(node) {
        if (isOnMedusaTable(node.value.raw)) refuse(node, "SQL on a table of Medusa's")
      },
      Literal(node) {
        if (typeof node.value !== "string") return
        if (isOnMedusaTable(node.value)) refuse(node, "SQL on a table of Medusa's")
        if (PRIVATE_TEXT.test(node.value)) refuse(node, `The private member ${node.value}`)
      },
      CallExpression({ callee, arguments: [first] }) {
        if (first?.type === "Literal" && isBuilder(callee) && isMedusaTable(String(first.value))) {
          refuse(first, "SQL on a table of Medusa's")
        }
        const name = callee.property?.name
        if (name !== undefined && PRIVATE.test(name)) {
          refuse(callee, `The private method ${name}`)
        }
      },
      "Program:exit"(program) {
        if (!isExcused || isMet) return
        const message = "Nothing here touches Medusa's tables: take it off medusa-left.json."
        context.report({ node: program, message })
      },
    }
  },
}

export const medusaTables = {
  name: "Medusa's tables",
  files: ["src/**/*.{ts,tsx}"],
  ignores: ["src/medusa/**", "src/sandbox/**", "src/storefront/**", "src/**/__tests__/**"],
  plugins: { medusa: { rules: { tables: rule } } },
  rules: { "medusa/tables": "error" },
}
