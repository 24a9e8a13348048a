import { randomUUID } from "node:crypto"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import os from "node:os"
import path from "node:path"
import { createApiKeysWorkflow } from "@medusajs/core-flows"
import { Modules } from "@medusajs/framework/utils"
import { z } from "zod"
import { blocksOf, readPage } from "../support/docs/blocks"
import { runShell } from "../support/docs/shell"
import { operatorToken } from "../support/people"
import { withShop, type Shop } from "../support/shop"
import { sold } from "../support/sold"
import { CoffeeClub } from "../support/subscriber"

const REFUNDS = "docs/refunds-and-payouts.md"

const ROW = z.looseObject({ id: z.string().nullable() })
const ANSWER = z.looseObject({
  payout: ROW.optional(),
  import: ROW.optional(),
  beneficiary: ROW.optional(),
  product: z.looseObject({ metadata: z.record(z.string(), z.unknown()) }).optional(),
})

/** The block of a page that holds this text, with what a reader puts in the place of examples. */
function block(page: string, text: string, instead: Record<string, string> = {}): string {
  const found = blocksOf(readPage(page), "bash", "sh", "csv").filter(({ code }) =>
    code.includes(text)
  )
  if (found.length !== 1) throw new Error(`${found.length} blocks of ${page} hold "${text}"`)
  let { code } = found[0]
  for (const [example, value] of Object.entries(instead)) {
    code = code.replaceAll(example, value)
  }
  return code
}

/** An operator with the password of the guides. */
async function register(shop: Shop): Promise<string> {
  const email = `${randomUUID()}@shop.example`
  const user = await shop.container.resolve(Modules.USER).createUsers({ email })
  const auth = shop.container.resolve(Modules.AUTH)
  const { authIdentity } = await auth.register("emailpass", {
    body: { email, password: "your password" },
    ...{ url: "", headers: {}, query: {}, protocol: "http" },
  })
  await auth.updateAuthIdentities({
    id: String(authIdentity?.id),
    app_metadata: { user_id: user.id },
  })
  return email
}

withShop("the commands of the guides", {}, (shop) => {
  let folder: string
  let env: Record<string, string>

  beforeEach(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), "payin-guides-"))
    env = { STORE: shop.url, TOKEN: await operatorToken(shop.container) }
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  /** Runs the block as an operator who is signed in, and answers what it prints. */
  async function typed(code: string): Promise<z.infer<typeof ANSWER>> {
    return ANSWER.parse(JSON.parse(await runShell(code, { cwd: folder, env })))
  }

  it("signs an operator in, and reads the balances", async () => {
    const names = { "you@shop.example": await register(shop), "http://localhost:9000": shop.url }
    const overview = await runShell(block(REFUNDS, "/auth/user/emailpass", names), { cwd: folder })
    expect(JSON.parse(overview)).toHaveProperty("accounts")
  })

  it("refunds an order, and makes a payout by hand", async () => {
    const { order } = await sold(shop)
    const refund = await typed(block(REFUNDS, '/refund"', { "order_...": order.id }))
    expect(refund.payout).toMatchObject({ amount: "50000", order_id: order.id, status: "held" })
    const { payout } = await typed(block(REFUNDS, "invoice-118"))
    expect(payout).toMatchObject({ amount: "150000", status: "awaiting_approval" })
  })

  it("checks a file of payouts, and then imports it", async () => {
    writeFileSync(path.join(folder, "payouts.csv"), block(REFUNDS, "amount,currency_code"))
    const command = block(REFUNDS, "payouts/import")
    const checked = await typed(command)
    expect(checked.import).toMatchObject({ id: null, row_count: 1 })
    const made = await typed(command.replace("?dry_run=true", ""))
    expect(made.import).toMatchObject({ id: expect.stringMatching(/^payimp_/), total: "150000" })
  })

  it("makes a seller and the rule of a share", async () => {
    const { beneficiary } = await typed(block(REFUNDS, '/admin/payin/beneficiaries" -H'))
    const made = await typed(
      block(REFUNDS, "/payout-rules", {
        "paybnf_...": String(beneficiary?.id),
        "sloc_...": shop.store.stock_location_id,
      })
    )
    expect(made.payout_rule).toMatchObject({ beneficiary_id: beneficiary?.id, percent: 80 })
  })

  it("sells a subscription, and charges its next period", async () => {
    const page = "docs/subscriptions.md"
    const { product_id } = shop.store.variants["CAFE-GRANO"]
    const { product } = await typed(block(page, "payin_plans", { "prod_...": product_id }))
    expect(product?.metadata).toMatchObject({ payin_periodicity: "monthly" })
    const club = await CoffeeClub.of(shop, product?.metadata)
    const { subscription } = await club.join()
    const names = { "paysub_...": subscription.id, '"period": 7': '"period": 1' }
    const { renewal } = await typed(block(page, '/renew"', names))
    expect(renewal).toMatchObject({ outcome: "paid", cycle: { number: 1 } })
  })

  it("lists payments, and reads status and report with a secret key", async () => {
    const { reference } = await shop.checkout()
    const list = block("docs/admin.md", "transactions?status", {
      "status=approved": "status=pending",
    })
    expect(await runShell(list, { cwd: folder, env })).toContain(reference)
    const { result } = await createApiKeysWorkflow(shop.container).run({
      input: { api_keys: [{ title: "monitor", type: "secret", created_by: "nobody" }] },
    })
    env.ADMIN_KEY = result[0].token
    const read = (text: string) => runShell(block("docs/production.md", text), { cwd: folder, env })
    expect(await read("jq '.queues")).toMatch(/"cards_held":\d+.*\n\d+\n$/)
    expect(JSON.parse(await read("reports/reconciliation"))).toMatchObject({ date: "2026-01-31" })
  })
})
