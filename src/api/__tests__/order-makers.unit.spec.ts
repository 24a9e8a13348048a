import fs from "node:fs"
import path from "node:path"
import { ORDER_MAKERS } from "../admin/order-makers"

const ROUTES = path.dirname(require.resolve("@medusajs/medusa/api/middlewares"))

/** What of Medusa's admin has to do with orders. */
const OF_ORDERS = [
  ...["orders", "draft-orders", "order-edits", "order-changes", "exchanges", "claims", "returns"],
  ...["payment-collections", "payments", "fulfillments"],
]

/** Notes nobody, and why that costs nothing. */
const NOTES_NOBODY = [
  // Mails on orders only where the body names an e-mail or a customer.
  ...["/admin/orders/:id", "/admin/orders/:id/transfer", "/admin/orders/:id/transfer/guest"],
  ...["/admin/draft-orders/:id"],
  // Opens what the routes below it fill.
  ...["/admin/order-edits", "/admin/exchanges", "/admin/claims", "/admin/returns"],
  ...["/admin/payment-collections"],
  // Noted by Medusa, in the parcel or the refund.
  ...["/admin/orders/:id/fulfillments", "/admin/fulfillments", "/admin/payments/:id/refund"],
  // Changes neither goods nor price nor mail.
  ...["/admin/orders/:id/cancel", "/admin/orders/:id/complete", "/admin/orders/:id/archive"],
  ...["/admin/orders/:id/transfer/cancel", "/admin/orders/export"],
  ...["/admin/draft-orders/:id/convert-to-order"],
  // Noted on its own (noteDrafter).
  "/admin/draft-orders",
]

function routesOfMedusa(): string[] {
  return OF_ORDERS.flatMap((noun) =>
    fs
      .readdirSync(path.join(ROUTES, "admin", noun), { recursive: true, encoding: "utf8" })
      .filter((name) => path.basename(name) === "route.js")
      .map((name) => path.join("admin", noun, name))
      .filter((name) =>
        /exports\.(POST|PUT|PATCH|DELETE)\b/.test(fs.readFileSync(path.join(ROUTES, name), "utf8"))
      )
      .map((name) => `/${path.dirname(name)}`.replaceAll("[", ":").replaceAll("]", ""))
  )
}

function kindsOf(route: string): string[] {
  return Object.entries(ORDER_MAKERS)
    .filter(([below]) => route === below || route.startsWith(`${below}/`))
    .map(([, { kind }]) => kind)
    .filter((kind) => kind !== "mailed")
}

describe("who writes an order on Medusa's admin routes", () => {
  it("is noted on every route of the installed version of Medusa, but for those whose reason is told", () => {
    const routes = routesOfMedusa()
    expect(routes.length).toBeGreaterThan(60)
    const silent = routes.filter((route) => kindsOf(route).length === 0)
    expect(silent.sort()).toEqual([...NOTES_NOBODY].sort())
  })

  it.each([
    ["/admin/order-edits/:id/items", ["priced"]],
    ["/admin/order-edits/:id/shipping-method/:action_id", ["priced"]],
    ["/admin/draft-orders/:id/edit/items/item/:item_id", ["priced"]],
    ["/admin/exchanges/:id/outbound/items", ["priced"]],
    ["/admin/orders/:id/credit-lines", ["priced"]],
    ["/admin/payment-collections/:id/mark-as-paid", ["paid"]],
    ["/admin/payments/:id/capture", ["paid"]],
    ["/admin/orders/:id/fulfillments/:fulfillment_id/mark-as-delivered", ["fulfilled"]],
    ["/admin/fulfillments/:id/shipment", ["fulfilled"]],
  ])("%s makes who asks a maker of kind %j", (route, kinds) => {
    expect(kindsOf(route)).toEqual(kinds)
  })
})
