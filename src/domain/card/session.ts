import { readCardCustomer } from "./customer"
import { cardTokenSchema } from "./request"
import type { CardStatus } from "./state"
import type { CountryRule } from "../country/countries"
import type { CustomerData, FieldProblem, Language, SessionField } from "../privacy/customer-data"
import { compareAmounts, isPositive, type MajorAmount } from "../money/amount"
import type { SessionStatus } from "../session/data"
import { NO_OBJECT } from "../session/input"

/** Card amounts have at most two decimals (docs/service.md#card-amounts). */
export const CARD_DECIMALS = 2

/** What a storefront may post as `data` of a card session. */
export interface CardSessionInput {
  /** Token from the service's script in the browser. */
  token?: string
  /** Id of the shopper's own saved card. */
  saved_card_id?: string
  /** Whether the shopper agreed that a new card is kept for their next purchase. */
  save_card: boolean
  customer_data: Partial<CustomerData>
  /** Brand as the script showed it. It is only shown again, never trusted. */
  brand?: string
  last_four?: string
}

interface CardLimits {
  min: MajorAmount | null
  max: MajorAmount | null
}

/**
 * Reads the posted data of a card session. Unknown and reserved keys are ignored. Each wrong value
 * of a known key is a problem that names it. A missing value is no problem: it is asked for later
 * (`needs_input`).
 *
 * @param amount to be held, in major units
 */
export function readCardSession(
  data: unknown,
  country: CountryRule,
  amount: MajorAmount,
  limits: CardLimits
): { input: CardSessionInput; problems: FieldProblem[] } {
  const input: CardSessionInput = { save_card: false, customer_data: {} }
  if (data !== undefined && data !== null && (typeof data !== "object" || Array.isArray(data))) {
    return { input, problems: [NO_OBJECT] }
  }
  const posted = (name: string): unknown =>
    data && Object.hasOwn(data, name) ? Reflect.get(data, name) : undefined
  const problems: FieldProblem[] = []
  const problem = (field: string, en: string, es: string) => {
    problems.push({ field, message: `${field} ${en}.`, es: `${field} ${es}.` })
  }
  checkAmount(amount, country, limits, problem)

  const token = filled(posted("token"))
  if (token !== undefined) {
    const read = cardTokenSchema.safeParse(token)
    if (read.success) {
      input.token = read.data
    } else {
      const said = read.error.issues[0]?.message ?? "must be the token of a card"
      problem("token", said, "debe ser el token de una tarjeta")
    }
  }
  const saved = filled(posted("saved_card_id"))
  if (saved !== undefined) {
    if (typeof saved !== "string" || !/^\w{1,128}$/.test(saved)) {
      const es = "debe ser el id de una tarjeta guardada"
      problem("saved_card_id", "must be the id of a saved card", es)
    } else if (token !== undefined) {
      problem(
        "saved_card_id",
        "and token cannot be given both: choose a saved card or a new one",
        "y token no van juntos: elige una tarjeta guardada o una nueva"
      )
    } else {
      input.saved_card_id = saved
    }
  }
  const save = filled(posted("save_card"))
  if (typeof save === "boolean") {
    input.save_card = save
  } else if (save !== undefined) {
    problem("save_card", "must be true or false", "debe ser true o false")
  }
  const brand = filled(posted("brand"))
  if (typeof brand === "string" && /^[A-Za-z][A-Za-z ]{0,19}$/.test(brand)) {
    input.brand = brand.toUpperCase()
  }
  const last_four = filled(posted("last_four"))
  if (typeof last_four === "string" && /^\d{4}$/.test(last_four)) {
    input.last_four = last_four
  }
  const customer = readCardCustomer(posted("customer_data"), country)
  input.customer_data = customer.data
  problems.push(...customer.problems)
  return { input, problems }
}

/** The form field that asks for a card. */
export function cardField(language: Language): SessionField {
  return { name: "token", label: language === "es" ? "Tarjeta" : "Card" }
}

/**
 * All that a storefront may read of a card session: exactly these keys
 * (docs/decisions/0021-session-data.md). Neither the token nor the service's name of the card is
 * among them.
 */
export interface CardSessionData {
  session_id: string
  reference: string | null
  amount: string
  currency: string
  status: SessionStatus
  last_four: string | null
  brand: string | null
  /** What is still to be asked of the shopper; null when nothing is. */
  fields: SessionField[] | null
}

export const CARD_SESSION_DATA_KEYS = [
  "session_id",
  "reference",
  "amount",
  "currency",
  "status",
  "last_four",
  "brand",
  "fields",
] as const satisfies readonly (keyof CardSessionData)[]

const SHOWN: Record<CardStatus, SessionStatus> = {
  creating: "pending",
  unknown: "pending",
  authorized: "approved",
  capturing: "approved",
  capture_unknown: "approved",
  captured: "approved",
  declined: "rejected",
  error: "failed",
  released: "failed",
}

/** The status that a shopper sees of a card payment: a hold counts as paid. */
export function shownCardStatus(status: CardStatus): SessionStatus {
  return SHOWN[status]
}

/** The session data while a card or more data of the shopper is asked for. */
export function cardSessionView(
  session_id: string,
  payment: {
    reference: string | null
    amount: MajorAmount
    currency: string
    /** null while something is to be asked. */
    status: CardStatus | null
  },
  card: { last_four: string | null; brand: string | null } | null,
  fields: SessionField[] | null = null
): CardSessionData {
  const { reference, amount, currency, status } = payment
  return {
    ...{ session_id, reference, amount, currency },
    status: status === null ? "needs_input" : SHOWN[status],
    last_four: card?.last_four ?? null,
    brand: card?.brand ?? null,
    fields,
  }
}

type Report = (field: string, en: string, es: string) => void

function checkAmount(
  amount: MajorAmount,
  { currency }: CountryRule,
  { min, max }: CardLimits,
  problem: Report
): void {
  if (!isPositive(amount)) {
    const given = `${currency} ${amount}`
    problem("amount", `must be above zero, not ${given}`, `debe ser mayor que cero, no ${given}`)
  } else if (min !== null && compareAmounts(amount, min) < 0) {
    problem(
      "amount",
      `is below the minimum of ${currency} ${min} for cards`,
      `está por debajo del mínimo de ${currency} ${min} para tarjetas`
    )
  } else if (max !== null && compareAmounts(amount, max) > 0) {
    problem(
      "amount",
      `is above the maximum of ${currency} ${max} for cards`,
      `está por encima del máximo de ${currency} ${max} para tarjetas`
    )
  }
}

/** Treats a blank value as absent. */
function filled(value: unknown): unknown {
  const text = typeof value === "string" ? value.trim() : value
  return text === "" || text === null ? undefined : text
}
