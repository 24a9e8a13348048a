import { readdirSync } from "node:fs"
import path from "node:path"
import { WorkflowManager } from "@medusajs/framework/orchestration"
import { JOB_NAMES } from "../support/jobs"
import { withShop } from "../support/shop"

const SECOND = 1_000
const MINUTE = 60 * SECOND

/** Milliseconds from one run to the next. */
const EVERY = {
  "payin-cards": 5 * SECOND,
  "payin-orphans": MINUTE,
  "payin-payouts": 5 * SECOND,
  "payin-prune": 60 * MINUTE,
  "payin-reconcile": 5 * SECOND,
  "payin-renew": 5 * SECOND,
  "payin-rules": MINUTE,
  "payin-scrub": MINUTE,
  "payin-sweep": 5 * SECOND,
}

withShop("the jobs of a store", {}, () => {
  it("are each registered in Medusa under the name of their file, with their interval", () => {
    const files = readdirSync(path.resolve("src/jobs"))
      .filter((file) => file.endsWith(".ts"))
      .map((file) => file.slice(0, -".ts".length))

    const known = files.map((name) => [
      name,
      WorkflowManager.getWorkflow(`job-${name}`)?.options.schedule,
    ])

    expect(Object.fromEntries(known)).toEqual(
      Object.fromEntries(
        Object.entries(EVERY).map(([name, interval]) => [
          name,
          expect.objectContaining({ interval }),
        ])
      )
    )
    expect([...JOB_NAMES].sort()).toEqual(files.sort())
  })
})
