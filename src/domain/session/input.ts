import { holdsCardNumber, NO_CARD_NUMBER } from "../card/number"
import { LINK_MINUTES } from "../country/overrides"
import {
  ALL_METHODS,
  type CountryRule,
  findMethod,
  methodAvailability,
  type MethodRule,
} from "../country/countries"
import { type CustomerData, type FieldProblem, readCustomerData } from "../privacy/customer-data"
import { type DirectRule, NOTHING_DIRECT } from "../method/direct"
import { isPositive, type MajorAmount } from "../money/amount"
import { asksForBank, type PsePayer, readPsePayer } from "../method/pse"
import { readRefundDestination, type RefundDestination } from "../refund/destination"

export type { RefundDestination } from "../refund/destination"

/** What a storefront may post as `data` of a payment session. */
export interface SessionInput {
  payment_method?: string
  /** Bank and person type only where direct PSE asks for them. */
  customer_data: Partial<CustomerData & PsePayer>
  description?: string
  /** Life of the link in minutes. */
  expiration_time?: number
  /** Where a refund should go. Kept sealed, never echoed. */
  refund_destination?: RefundDestination
}

const DESCRIPTION_MAX = 255

export const NO_OBJECT: FieldProblem = {
  field: "data",
  message: "data must be an object.",
  es: "data debe ser un objeto.",
}

/**
 * Reads the posted data of a session. Unknown and reserved keys are ignored. Each wrong value of a
 * known key is a problem that names it. A missing value is no problem: it is asked for later
 * (`needs_input`).
 *
 * @param asked the amount to be paid in major units; null leaves the limits of the method unchecked
 * @param direct of the account that is paid
 */
export function readSessionInput(
  data: unknown,
  country: CountryRule,
  asked: MajorAmount | null,
  direct: DirectRule = NOTHING_DIRECT
): { input: SessionInput; problems: FieldProblem[] } {
  const input: SessionInput = { customer_data: {} }
  if (data !== undefined && data !== null && (typeof data !== "object" || Array.isArray(data))) {
    return { input, problems: [NO_OBJECT] }
  }
  const posted = (name: string): unknown =>
    data && Object.hasOwn(data, name) ? Reflect.get(data, name) : undefined
  const problems: FieldProblem[] = []
  const problem = (field: string, en: string, es: string) => {
    problems.push({ field, message: `${field} ${en}.`, es: `${field} ${es}.` })
  }

  const method = readMethod(posted("payment_method"), country, problem)
  if (method !== undefined) {
    input.payment_method = method.payment_method
  }
  if (asked !== null) {
    checkAmount(asked, country, method, problem)
  }

  const customer = readCustomerData(posted("customer_data"), country)
  input.customer_data = customer.data
  problems.push(...customer.problems)
  if (asksForBank(direct, input.payment_method)) {
    const pse = readPsePayer(posted("customer_data"), direct)
    input.customer_data = { ...input.customer_data, ...pse.data }
    problems.push(...pse.problems)
  }

  const description = readDescription(posted("description"), problem)
  if (description !== undefined) {
    input.description = description
  }
  const expiration_time = readMinutes(posted("expiration_time"), problem)
  if (expiration_time !== undefined) {
    input.expiration_time = expiration_time
  }

  const refund = readRefundDestination(posted("refund_destination"), country)
  if (refund.destination !== undefined) {
    input.refund_destination = refund.destination
  }
  problems.push(...refund.problems)
  return { input, problems }
}

/**
 * A storefront may shorten the life of its method's link, which decides how long stock is held. A
 * longer one is a problem; null: there is none.
 */
export function longerThanMethod(
  { payment_method, expiration_time }: SessionInput,
  country: CountryRule
): FieldProblem | null {
  const method = findMethod(country, payment_method ?? ALL_METHODS)
  if (method === undefined || (expiration_time ?? 0) <= method.link_minutes) {
    return null
  }
  const { link_minutes, payment_method: name } = method
  return {
    field: "expiration_time",
    message: `expiration_time may only shorten the ${link_minutes} minutes of ${name}.`,
    es: `expiration_time solo puede acortar los ${link_minutes} minutos de ${name}.`,
  }
}

type Report = (field: string, en: string, es: string) => void

function readMethod(value: unknown, country: CountryRule, problem: Report): MethodRule | undefined {
  if (value === undefined || value === null) {
    return undefined
  }
  const name = typeof value === "string" ? value.trim() : value
  if (name === "") {
    return undefined
  }
  const method = typeof name === "string" ? findMethod(country, name) : undefined
  if (method === undefined) {
    const offered = country.methods
      .filter((each) => each.enabled)
      .map((each) => each.payment_method)
    const list = offered.join(", ")
    problem(
      "payment_method",
      `must be one of ${list} in ${country.country}`,
      `debe ser uno de ${list} en ${country.country}`
    )
  }
  return method
}

// A session without a method uses ALL_METHODS where the country has it, so the limits of
// ALL_METHODS count.
function checkAmount(
  asked: MajorAmount,
  country: CountryRule,
  chosen: MethodRule | undefined,
  problem: Report
): void {
  if (!isPositive(asked)) {
    const given = `${country.currency} ${asked}`
    problem("amount", `must be above zero, not ${given}`, `debe ser mayor que cero, no ${given}`)
    return
  }
  const method = chosen ?? findMethod(country, ALL_METHODS)
  const reason = method && methodAvailability(method, asked).reason
  if (reason === "below_minimum") {
    problem(
      "amount",
      `is below the minimum of ${country.currency} ${method?.min} for ${method?.payment_method}; choose another payment_method`,
      `está por debajo del mínimo de ${country.currency} ${method?.min} para ${method?.payment_method}; elige otro payment_method`
    )
  } else if (reason === "above_maximum") {
    problem(
      "amount",
      `is above the maximum of ${country.currency} ${method?.max} for ${method?.payment_method}; choose another payment_method`,
      `está por encima del máximo de ${country.currency} ${method?.max} para ${method?.payment_method}; elige otro payment_method`
    )
  }
}

function readDescription(value: unknown, problem: Report): string | undefined {
  if (value === undefined || value === null) {
    return undefined
  }
  if (typeof value !== "string") {
    problem("description", "must be a text", "debe ser un texto")
    return undefined
  }
  const text = value.trim()
  // \p{Cs}: half a surrogate pair, which Medusa cannot store.
  if (text.length > DESCRIPTION_MAX || /[\p{Cc}\p{Cs}]/u.test(text)) {
    problem(
      "description",
      `must be one line of at most ${DESCRIPTION_MAX} characters`,
      `debe ser una línea de máximo ${DESCRIPTION_MAX} caracteres`
    )
    return undefined
  }
  if (holdsCardNumber(text)) {
    problem("description", NO_CARD_NUMBER, "no debe contener el número de una tarjeta")
    return undefined
  }
  return text === "" ? undefined : text
}

function readMinutes(value: unknown, problem: Report): number | undefined {
  if (value === undefined || value === null) {
    return undefined
  }
  if (
    typeof value !== "number" ||
    !Number.isInteger(value) ||
    value < LINK_MINUTES.min ||
    value > LINK_MINUTES.max
  ) {
    problem(
      "expiration_time",
      `must be whole minutes from ${LINK_MINUTES.min} to ${LINK_MINUTES.max}`,
      `debe estar en minutos enteros, de ${LINK_MINUTES.min} a ${LINK_MINUTES.max}`
    )
    return undefined
  }
  return value
}
