import type { Instructions } from "../session/data"

/**
 * Methods that an account may answer without a hosted page: with the bank's own page, a key, or a
 * text (docs/service.md#direct-payments).
 */
export const DIRECT_METHODS = ["PSE", "BREB", "TRANSFIYA"] as const

export type DirectMethod = (typeof DIRECT_METHODS)[number]

export const PERSON_TYPES = ["NATURAL", "JURIDICA"] as const

export type PersonType = (typeof PERSON_TYPES)[number]

/** What an account answers directly, by its options. */
export interface DirectRule {
  methods: readonly DirectMethod[]
  personTypes: readonly PersonType[]
}

export const NOTHING_DIRECT: DirectRule = { methods: [], personTypes: [] }

/** The rule of one account. */
export function directRule(
  { direct }: { direct: readonly DirectMethod[] },
  { pse }: { pse: { personTypes: readonly PersonType[] } }
): DirectRule {
  return { methods: direct, personTypes: pse.personTypes }
}

/** Whether some account may answer this method directly. */
export function canBeDirect(payment_method: string): boolean {
  return isDirect({ methods: DIRECT_METHODS }, payment_method)
}

export function isDirect(
  { methods }: Pick<DirectRule, "methods">,
  payment_method: string
): boolean {
  return methods.some((method) => method === payment_method)
}

/**
 * What the answer to a create is, by what came in it.
 *
 * - `link`: a hosted page
 * - `bank_page`: the page of the bank network itself
 * - `key`: a key to pay to, perhaps beside a page
 * - `confirmation`: a text of what the shopper has to confirm or to pay, perhaps beside a page
 * - `unknown`: nothing that a shopper can pay by; the payment may be made all the same
 */
export const ANSWER_SHAPES = ["link", "bank_page", "key", "confirmation", "unknown"] as const

export type AnswerShape = (typeof ANSWER_SHAPES)[number]

/** The fields of an answer that say how it is paid; absent is null. */
export interface PayableBy {
  type: string | null
  account_number: string | null
  confirmation: string | null
  /** What may be shown of `payment_information` (domain/method/payment-information). */
  information: string | null
  payment_url: string | null
}

/** Classifies an answer: by `type`, else by the field that is there. A type whose field is missing says nothing. */
export function answerShape(said: PayableBy): AnswerShape {
  const { account_number, confirmation, information, payment_url } = said
  const named = BY_TYPE[said.type?.toLowerCase() ?? ""]
  if (named === "bank_page" && payment_url !== null) return "bank_page"
  if (named === "confirmation" && confirmation !== null) return "confirmation"
  if (account_number !== null) return "key"
  if (information !== null) return "confirmation"
  if (payment_url !== null) return "link"
  return confirmation === null ? "unknown" : "confirmation"
}

const BY_TYPE: Partial<Record<string, AnswerShape>> = {
  pse_payment: "bank_page",
  transfiya_confirmation: "confirmation",
}

/** Instructions of an answer; the end of a key is the end of its link. */
export type KeptInstructions = { type: "key"; key: string } | { type: "confirmation"; text: string }

/** How a shopper pays without a page, or beside it; null: by the page alone. */
export function instructionsIn(said: PayableBy): KeptInstructions | null {
  const shape = answerShape(said)
  if (shape === "key" && said.account_number !== null) {
    return { type: "key", key: said.account_number }
  }
  const text = said.confirmation ?? said.information
  return shape === "confirmation" && text !== null ? { type: "confirmation", text } : null
}

/** The shape that an account's option lets expect of a method. */
export function expectedShape(
  rule: Pick<DirectRule, "methods">,
  payment_method: string
): AnswerShape {
  const method = rule.methods.find((one) => one === payment_method)
  return method === undefined ? "link" : SHAPE_OF[method]
}

const SHAPE_OF: Record<DirectMethod, AnswerShape> = {
  PSE: "bank_page",
  BREB: "key",
  TRANSFIYA: "confirmation",
}

/**
 * The instructions as a shopper reads them now. A key whose time is over is not shown: money sent to
 * it may be lost, and the payment waits for what the service says.
 */
export function shownInstructions(
  kept: KeptInstructions | null,
  { expires_at, now }: { expires_at: Date | null; now: Date }
): Instructions | null {
  if (kept === null || kept.type === "confirmation") {
    return kept
  }
  if (expires_at !== null && expires_at <= now) {
    return null
  }
  return { type: "key", key: kept.key, expires_at: expires_at?.toISOString() ?? null }
}

/** A shorter value stands in a text by chance. */
const TELLING = 4
const KEPT = 3

/**
 * Instructions without what is known of the payer: a session's data holds nothing personal, and a
 * text of the service may name a phone number. Its last characters stay, by which the payer knows it.
 */
export function withoutPayer(
  instructions: KeptInstructions | null,
  payer: Readonly<Record<string, string>>
): KeptInstructions | null {
  if (instructions?.type !== "confirmation") {
    return instructions
  }
  const text = Object.values(payer)
    .filter((value) => value.length > TELLING)
    .reduce((said, value) => said.replaceAll(value, `•••${value.slice(-KEPT)}`), instructions.text)
  return { type: "confirmation", text }
}
