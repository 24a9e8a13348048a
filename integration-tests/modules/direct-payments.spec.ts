import { setTimeout as sleep } from "node:timers/promises"
import { MedusaError } from "@medusajs/framework/utils"
import { majorAmount, toWire } from "../../src/domain/money/amount"
import { parseTicket } from "../../src/domain/row/reference"
import type { AnswerShape, KeptInstructions } from "../../src/domain/method/direct"
import { payInRequest } from "../../src/modules/gateway/__tests__/service-double"
import { sendLink } from "../../src/providers/payin/send-link"
import { banksOf } from "../../src/settlement/bank-list"
import { withModules } from "../support/modules/modules"
import { LIFE, PayIns } from "../support/modules/payin"

const HOUR = 3600
const DAY = 24 * HOUR

withModules("the banks of PSE", {}, (modules) => {
  const { sandbox } = modules
  const warnings: string[] = []
  const deps = () => ({
    ledger: modules.ledger,
    gateway: modules.gateway,
    logger: { warn: (text: string) => void warnings.push(text) },
  })
  const banks = () => banksOf(deps(), "co")
  const codes = async () => (await banks()).map(({ code }) => code)
  const asked = () => sandbox.counters().banks
  const GOOD = ["1801", "1802", "0017", "1804", "18G5", "1806"]

  it("are asked for once by all who come at once, and kept for those who come later", async () => {
    const all = await Promise.all(Array.from({ length: 20 }, codes))
    expect(all).toEqual(all.map(() => GOOD))
    await modules.advance(23 * HOUR)
    expect(await codes()).toEqual(GOOD)
    expect(asked()).toBe(1)
  })

  it("are told at once when they are a day old, while new ones are asked for", async () => {
    await banks()
    await modules.advance(25 * HOUR)
    sandbox.injectFault({ operation: "banks", kind: "slow", ms: 1_500 })
    const began = performance.now()
    expect(await codes()).toEqual(GOOD)
    expect(performance.now() - began).toBeLessThan(1_000)
    await sleep(200)
    expect(asked()).toBe(2)
    await sleep(1_600)
    expect((await modules.ledger.bankLists.find("co"))?.age_seconds).toBeLessThan(HOUR)
  })

  it.each(["broken", "empty", "not_a_list"] as const)(
    "are the last good ones while the list is %s, and none after a week",
    async (bankList) => {
      await banks()
      sandbox.configure({ bankList })
      await modules.advance(6 * DAY)
      expect(await codes()).toEqual(GOOD)
      await modules.advance(2 * DAY)
      expect(await codes()).toEqual([])
    }
  )

  it("have pictures unless option pse.images is off, and the kept list keeps them", async () => {
    const pictures = async () => (await banks()).map(({ image }) => typeof image)
    expect(new Set(await pictures())).toEqual(new Set(["string"]))
    const { pse } = modules.gateway.options
    Object.assign(pse, { images: "off" })
    expect(await banks()).toEqual(
      GOOD.map((code) => expect.objectContaining({ code, image: null }))
    )
    Object.assign(pse, { images: "link" })
    expect(new Set(await pictures())).toEqual(new Set(["string"]))
    expect(asked()).toBe(1)
  })

  it("leave the service alone for a minute after it gave none, and are there again then", async () => {
    sandbox.configure({ bankList: "broken" })
    expect(await codes()).toEqual([])
    const after = asked()
    sandbox.configure({ bankList: "full" })
    expect([await codes(), await codes(), asked()]).toEqual([[], [], after])
    await modules.advance(61)
    expect(await codes()).toEqual(GOOD)
  })
})

withModules("what an account answers directly", {}, (modules) => {
  const payIns = new PayIns(modules)
  const NOW = { ticket: parseTicket("t-1"), echoed_amount: null, expires_at: null, ...LIFE }

  async function answered(
    payment_method: string,
    shape: AnswerShape,
    instructions: KeptInstructions | null = null
  ) {
    const row = await payIns.open({ payment_method })
    const payment_url = shape === "link" ? "https://pay.example/1" : null
    const answer = { ...NOW, payment_url, shape, instructions }
    return modules.ledger.transactions.accepted(row.id, answer)
  }

  const newest = async () =>
    (await modules.ledger.answerShapes.newest(["co", "pe"])).map((one) => [
      one.payment_method,
      one.answer_shape,
      one.reference,
    ])

  it("is what it answered last to each method that can be direct", async () => {
    await answered("PSE", "bank_page")
    const pse = await answered("PSE", "link")
    const breB = await answered("BREB", "key", { type: "key", key: "@pago01" })
    await answered("EFECTY", "unknown")
    await payIns.open({ payment_method: "TRANSFIYA" })
    expect(await newest()).toEqual([
      ["PSE", "link", pse.reference],
      ["BREB", "key", breB.reference],
    ])
  })

  it("keeps a key for whoever makes the same link request again, until it ends", async () => {
    const row = await answered("BREB", "key", { type: "key", key: "@pago01" })
    expect(row).toMatchObject({ instructions: { type: "key", key: "@pago01" }, payment_url: null })
    const { payment_collection_id, fingerprint } = row
    const { transactions } = modules.ledger
    const again = () => transactions.reusable({ payment_collection_id, fingerprint })
    expect((await again())?.id).toBe(row.id)
    await modules.advance(LIFE.link_minutes * 60)
    expect(await again()).toBeNull()
  })

  it("is told of a payment with nothing to pay by as of any other, and no link is given again", async () => {
    const { payment_collection_id, fingerprint, status } = await answered("PSE", "unknown")
    expect(status).toBe("pending")
    expect(
      await modules.ledger.transactions.reusable({ payment_collection_id, fingerprint })
    ).toBeNull()
  })

  it.each([
    ["PSE", true],
    ["EFECTY", false],
  ])("is what the log asks for after a refusal of %s: %s", async (payment_method, asks) => {
    const warnings: string[] = []
    const warn = (text: string) => void warnings.push(text)
    const { ledger, gateway } = modules
    modules.sandbox.configure({ direct: { PSE: "direct" } })
    const { id, reference } = await payIns.open({ payment_method })
    const customer_data = { ...payInRequest().customer_data, legal_doc_type: "CC" }
    const amount = payment_method === "PSE" ? payInRequest().amount : toWire(majorAmount(1), 0)
    const request = payInRequest({ reference, payment_method, amount, customer_data })
    const deps = { ledger, gateway, account: gateway.account("co"), logger: { warn, error: warn } }
    const refused = await sendLink(deps, { id, life: LIFE, request }).catch(
      (error: unknown) => error
    )
    expect(refused).toMatchObject({ type: MedusaError.Types.INVALID_DATA })
    expect(warnings).toEqual(
      asks ? [expect.stringContaining('answers PSE of account "co" directly, write it into')] : []
    )
    expect(warnings.join()).not.toContain(customer_data.legal_doc)
  })

  it("is counted where lookups do not find it, until one does", async () => {
    const notFound = () => modules.ledger.answerShapes.notFound(["co"], 2)
    const { id, reference } = await payIns.pending()
    await modules.ledger.observations.recordNotKnown(id)
    expect(await notFound()).toEqual([])
    const row = await modules.ledger.observations.recordNotKnown(id)
    expect(row.status).toBe("pending")
    expect(await notFound()).toEqual([{ account: "co", count: 1, reference }])
    await payIns.said(row, { status: "pending", service_status: "PENDING" })
    expect(await notFound()).toEqual([])
  })
})
