import { CANARY } from "../support/personal-data"
import type { SeededRandom } from "./seeded-random"

export type Market = "co" | "pe"

const BANKS = { co: ["BANCOLOMBIA", "NEQUI"], pe: ["BCP", "BANCO VICUNA"] } as const
/** The service knows it in no country: a rejection that better details end. */
const UNKNOWN_BANK = "BANCO DE NADIE"

/** Where money goes to, as posted. Every number holds the canary, for which the log is searched. */
export function destinationOf(market: Market, random: SeededRandom) {
  const { legal_doc_type, legal_doc, phone_code, phone_number, full_name, email } = CANARY[market]
  const { account_number } = CANARY.refund_destination
  return {
    ...{ legal_doc_type, legal_doc, phone_code, phone_number, full_name, email },
    bank: random.chance(0.08) ? UNKNOWN_BANK : random.pick(BANKS[market]),
    account_number: `${account_number}${random.pick(["", "1", "2"])}`,
    account_type: "AHORRO",
  }
}
