import fs from "node:fs"
import path from "node:path"
import { ORDER_WRITERS } from "../order-writers"

const ROUTES = path.dirname(require.resolve("@medusajs/medusa/api/middlewares"))
const FLOWS = path.dirname(require.resolve("@medusajs/core-flows"))

/** What writes the sums of an order, or takes a version of them back (order-module-service). */
const WRITING = [
  ...["confirmOrderChange", "applyPendingOrderActions", "addOrderTransactions", "createReturn"],
  ...["registerFulfillment", "registerShipment", "registerDelivery", "cancelFulfillment"],
  ...["receiveReturn", "cancelReturn", "cancelClaim", "cancelExchange"],
]
const WRITES = new RegExp(`\\.(${WRITING.join("|")})\\(`)

/** Guarded with what else they ask (middlewares.ts). */
const GUARDED = [
  "/admin/orders/:id/cancel",
  "/admin/orders/:id/payment-sessions/authorize",
  "/admin/payment-collections/:id/mark-as-paid",
  "/admin/payments/:id/capture",
  "/admin/payments/:id/refund",
]

function filesIn(folder: string): Map<string, string> {
  const names = fs.readdirSync(folder, { recursive: true, encoding: "utf8" })
  return new Map(
    names
      .filter((name) => name.endsWith(".js"))
      .map((name) => {
        const text = fs.readFileSync(path.join(folder, name), "utf8")
        return [name, text.replace(/\/\*[\s\S]*?\*\//g, "")]
      })
  )
}

/** The steps and workflows of Medusa that come to write an order's sums, by their exported names. */
function writersOfMedusa(): Set<string> {
  const files = filesIn(FLOWS)
  const made = /exports\.(\w+) = \(0, workflows_sdk_1\.create(?:Step|Workflow)\)/g
  const texts = [...files].map(([name, text]) => ({
    names: [...text.matchAll(made)].map((match) => match[1]),
    used: new Set([...text.matchAll(/\b\w+_\d+\.(\w+)|exports\.(\w+)/g)].map((m) => m[1] ?? m[2])),
    writes: name.startsWith(path.join("order", "steps")) && WRITES.test(text),
  }))
  const writers = new Set(texts.filter(({ writes }) => writes).flatMap(({ names }) => names))
  for (let before = -1; before < writers.size;) {
    before = writers.size
    texts
      .filter(({ used }) => [...used].some((name) => writers.has(name)))
      .forEach(({ names }) => names.forEach((name) => writers.add(name)))
  }
  return writers
}

describe("Medusa's routes that write the sums of an order", () => {
  it("are exactly the routes that wait for the order lock, in the installed version of Medusa", () => {
    const writers = writersOfMedusa()
    expect(writers.size).toBeGreaterThan(20)
    const routes = [...filesIn(ROUTES)]
      .filter(([name, text]) => {
        const used = [...text.matchAll(/core_flows_1\.(\w+)/g)].map((match) => match[1])
        return name.endsWith("route.js") && used.some((one) => writers.has(one))
      })
      .map(([name]) => `/${path.dirname(name)}`.replaceAll("[", ":").replaceAll("]", ""))
    expect(routes.sort()).toEqual(
      [...Object.keys(ORDER_WRITERS), ...GUARDED].filter((route) => route !== CHANGES_NO_SUM).sort()
    )
  })
})

/** Makes an order of a draft beside its bookings: it writes taxes and stock, and announces the order. */
const CHANGES_NO_SUM = "/admin/draft-orders/:id/convert-to-order"
