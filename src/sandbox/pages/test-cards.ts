import type { UsedCard } from "../transaction"

/**
 * Each test card is approved or declined beforehand, and some ask for the code
 * (docs/service.md#test-environment-of-the-service).
 */
export interface TestCard {
  number: string
  outcome: "APPROVED" | "REJECTED"
  challenge: boolean
  used: UsedCard
}

/** Numbers that every card network's documentation gives for tests: no card has them. */
export const TEST_CARDS: readonly TestCard[] = [
  card("4111111111111111", "APPROVED", false, "VISA", "CREDIT", "BANCO CONDOR"),
  card("4000000000000002", "REJECTED", false, "VISA", "DEBIT", "BANCO SABANA"),
  card("5555555555554444", "APPROVED", true, "MASTERCARD", "CREDIT", "BANCO ORQUIDEA"),
  card("5105105105105100", "REJECTED", true, "MASTERCARD", "DEBIT", "BANCO CARIBE AZUL"),
]

/** The CVV of all test cards (docs/service.md#test-environment-of-the-service). */
export const TEST_CVV = "123"

function card(
  number: string,
  outcome: TestCard["outcome"],
  challenge: boolean,
  brand: string,
  type: string,
  bank: string
): TestCard {
  const used = {
    bank,
    bin: number.slice(0, 6),
    country: "CO",
    lastFourDigits: number.slice(-4),
    type,
    brand,
  }
  return { number, outcome, challenge, used }
}

export function findTestCard(typed: string): TestCard | undefined {
  const digits = typed.replace(/[\s-]/g, "")
  return TEST_CARDS.find(({ number }) => number === digits)
}
