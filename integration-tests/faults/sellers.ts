import { z } from "zod"
import type { RuleTrigger } from "../../src/domain/payout/rule"
import { CANARY } from "../support/personal-data"
import { read, UNHURRIED_MS, type Answer } from "./http"
import { askAs } from "./signed-in"
import type { Market } from "./payout-destination"

interface Seller {
  market: Market
  bank: string
  percent: number
  trigger: RuleTrigger
  tax: boolean
}

/** Each trigger once, with and without tax, and a part that does not come out even. */
// prettier-ignore
const SELLERS: readonly Seller[] = [
  { market: "co", bank: "BANCOLOMBIA", percent: 60, trigger: "order.fulfillment_created", tax: true },
  { market: "co", bank: "NEQUI", percent: 12.5, trigger: "shipment.created", tax: false },
  { market: "co", bank: "BANCOLOMBIA", percent: 20.3333, trigger: "delivery.created", tax: true },
  { market: "pe", bank: "BCP", percent: 33.3333, trigger: "order.fulfillment_created", tax: false },
  { market: "pe", bank: "BANCO VICUNA", percent: 66, trigger: "delivery.created", tax: true },
]

const beneficiaryAnswer = z.object({ beneficiary: z.object({ id: z.string() }) })
const ruleAnswer = z.object({ payout_rule: z.object({ id: z.string() }) })

/** Whose goods lie at the store's place, and which part of them each gets: the same in every schedule. */
export async function hireSellers(url: string, stockLocationId: string): Promise<void> {
  for (const [n, { market, bank, percent, trigger, tax }] of SELLERS.entries()) {
    const { legal_doc_type, legal_doc, phone_code, phone_number, full_name, email } = CANARY[market]
    const made = await post(`${url}/admin/payin/beneficiaries`, {
      name: `seller-${n}`,
      account: market,
      currency_code: market === "co" ? "COP" : "PEN",
      payment_method: "BANK_TRANSFER",
      destination: {
        ...{ legal_doc_type, legal_doc, phone_code, phone_number, full_name, email, bank },
        account_number: CANARY.refund_destination.account_number,
        account_type: "AHORRO",
      },
      stock_location_id: stockLocationId,
    })
    const seller = needed("beneficiary", beneficiaryAnswer, made).beneficiary
    await confirm(`${url}/admin/payin/beneficiaries/${seller.id}`)
    const ruled = await post(`${url}/admin/payin/payout-rules`, {
      beneficiary_id: seller.id,
      stock_location_id: stockLocationId,
      ...{ percent, trigger, tax },
    })
    const { payout_rule } = needed("rule", ruleAnswer, ruled)
    await confirm(`${url}/admin/payin/payout-rules/${payout_rule.id}`)
  }
}

/** By somebody who made nothing of it. */
async function confirm(address: string): Promise<void> {
  const body = { version: 1 }
  const answer = await askAs("user_third", `${address}/approve`, { body, timeoutMs: UNHURRIED_MS })
  needed("confirmation", z.object({}), answer)
}

function needed<T>(what: string, schema: z.ZodType<T>, answer: Answer): T {
  const there = read(schema, answer)
  if (there === null) {
    const said = JSON.stringify(answer.body)
    throw new Error(`the sellers' ${what} could not be made: ${answer.status} ${said}`)
  }
  return there
}

function post(url: string, body: Record<string, unknown>): Promise<Answer> {
  // By one of those at the desk, who may therefore not agree to what goes there.
  return askAs("user_maker", url, { body, timeoutMs: UNHURRIED_MS })
}
