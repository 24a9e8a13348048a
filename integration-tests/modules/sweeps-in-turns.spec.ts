import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import { inTurns } from "../../src/tables/in-turns"
import { withModules } from "../support/modules/modules"
import { PayIns } from "../support/modules/payin"

const SRC = path.resolve(__dirname, "../../src")

/**
 * Every question of a workflow or to Medusa that cuts its answer at a number of rows without `inTurns`, and why none
 * of its rows keeps another from its turn.
 */
const CUT = {
  "medusa/noted-operator.ts": "one row",
  "medusa/order-cart.ts": "one row",
  "medusa/parcel-share.ts": "a list that an operator reads",
  "medusa/payment.ts": "one row",
  "medusa/plan-order.ts": "a list for the status",
  "medusa/reconciliation-entries.ts": "pages of a report",
  "medusa/reconciliation-payouts.ts": "pages of a report",
  "medusa/refund.ts": "one row",
  "medusa/repairs/order-change.ts": "a list for the status",
  "medusa/repairs/orphan-order.ts": "each order leaves by its anomaly",
  "medusa/repairs/surplus-refund-entry.ts": "pages by the last order",
  "medusa/repairs/uncredited-refund.ts": "pages by the last order",
  "medusa/rules-due.ts": "pages by the last parcel",
  "medusa/unowed-order.ts": "pages by the last order",
  "workflows/forget/paid.ts": "pages by the last row",
  "workflows/payout/canceled-parcel.ts": "anomalies, each of which is closed",
  "workflows/payout/order-makers.ts": "one row",
  "workflows/report/overview.ts": "a count for the overview",
  "workflows/settle/orphans.ts": "pages by the last anomaly",
}

function cutting(): string[] {
  return readdirSync(SRC, { recursive: true, encoding: "utf8" })
    .filter((file) => /^(workflows|medusa)\/.*\.ts$/.test(file) && !file.includes("__tests__"))
    .filter((file) => /\blimit (\?|\d|:|\$\{)/.test(readFileSync(path.join(SRC, file), "utf8")))
    .sort()
}

withModules("sweeps", {}, (modules) => {
  const payIns = new PayIns(modules)

  it("take rows that stay in turns, so that each row gets its own", async () => {
    const ids = new Set<string>()
    for (let made = 0; made < 7; made += 1) {
      ids.add((await payIns.pending()).id)
    }
    const page = () =>
      inTurns<"id", { id: string }>(modules.pg, {
        name: "a test",
        sql: "select id, status from payin_transaction where status = ?",
        bindings: ["pending"],
        key: "id",
        limit: 3,
      })
    const pages = [await page(), await page(), await page(), await page()]
    const looked = pages.map((rows) => rows.map(({ id }) => id))
    expect(looked.map(({ length }) => length)).toEqual([3, 3, 1, 3])
    expect(new Set(looked.flat())).toEqual(ids)
    expect(looked[3]).toEqual(looked[0])
  })

  it("starve no row: whatever cuts its answer takes turns, pages, or moves what it took", () => {
    expect(cutting()).toEqual(Object.keys(CUT).sort())
  })
})
