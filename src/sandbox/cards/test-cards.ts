import { TEST_CARDS as HOSTED_CARDS } from "../pages/test-cards"
import type { TransactionStatus } from "./records"

/**
 * A card of the sandbox: the answer of its bank is fixed beforehand
 * (docs/service.md#test-environment-of-the-service).
 */
export interface TestCard {
  number: string
  brand: string
  last_four: string
  /** Stands for the card without a browser: a fixed token that serves as often as one likes. */
  token: string
  /** The issuer asks for a one-time code before there is a token; any six digits pass. */
  challenge: boolean
  subscribe: boolean
  authorize: TransactionStatus
  /** Of a preauthorization after the first approved one. */
  later: TransactionStatus
  renew: TransactionStatus
  capture: boolean
  reason: string
  /** What the card is for, in Spanish and English. */
  label: [string, string]
}

type Traits = Partial<Omit<TestCard, "number" | "last_four">> & Pick<TestCard, "token" | "label">

/** Numbers that card networks and processors give for tests: no card has them. */
export const CARDS: readonly TestCard[] = [
  card("4111111111111111", { token: "tok_test_approved", label: ["Aprobada", "Approved"] }),
  card("5555555555554444", {
    token: "tok_test_challenge",
    label: ["Aprobada", "Approved"],
    brand: "MASTERCARD",
  }),
  card("4000000000000002", {
    token: "tok_test_declined",
    label: ["Rechazada", "Declined"],
    ...always("DECLINED"),
  }),
  card("5105105105105100", {
    token: "tok_test_challenge_declined",
    label: ["Rechazada", "Declined"],
    brand: "MASTERCARD",
    ...always("DECLINED"),
  }),
  card("4000000000000119", {
    token: "tok_test_error",
    label: ["El banco no responde", "The bank does not answer"],
    ...always("ERROR"),
    reason: "El banco emisor no respondió.",
  }),
  card("4000000000000341", {
    token: "tok_test_renewal_declined",
    label: ["Se rechaza la renovación", "The renewal is declined"],
    renew: "DECLINED",
  }),
  card("4000000000000069", {
    token: "tok_test_first_only",
    label: ["Solo pasa el primer cobro", "Only the first charge passes"],
    later: "DECLINED",
    renew: "DECLINED",
    reason: "La tarjeta está vencida.",
  }),
  card("4000000000000127", {
    token: "tok_test_capture_declined",
    label: ["Se rechaza la captura", "The capture is declined"],
    capture: false,
  }),
  card("4000000000000101", {
    token: "tok_test_refused",
    label: ["No se puede suscribir", "Cannot be subscribed"],
    subscribe: false,
  }),
]

function always(status: TransactionStatus) {
  return { authorize: status, later: status, renew: status }
}

function card(number: string, traits: Traits): TestCard {
  return {
    number,
    brand: "VISA",
    last_four: number.slice(-4),
    // The hosted page and the browser script ask for a code with the same cards.
    challenge: HOSTED_CARDS.some((hosted) => hosted.number === number && hosted.challenge),
    subscribe: true,
    authorize: "APPROVED",
    later: "APPROVED",
    renew: "APPROVED",
    capture: true,
    reason: "Fondos insuficientes.",
    ...traits,
  }
}

export function findCard(typed: string): TestCard | undefined {
  const digits = typed.replace(/[\s-]/g, "")
  return CARDS.find(({ number }) => number === digits)
}
