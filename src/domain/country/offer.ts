import { z } from "zod"
import type { FieldProblem } from "../privacy/customer-data"
import {
  AmountError,
  isPositive,
  isUnclearThousands,
  majorAmount,
  roundToWire,
  type MajorAmount,
} from "../money/amount"
import type { PayInAccount, PayInOptions } from "../options/options"

/** A country in place of a cart; `amount` in major units. */
export const countryQuery = z.object({
  country_code: z.string(),
  currency_code: z.string().optional(),
  amount: z.string().optional(),
})

/** What can be paid in a country. */
export interface CountryOffer {
  account: PayInAccount
  /** null: nobody said how much. */
  amount: MajorAmount | null
}

type Read<Value> = { value: Value } | { problem: FieldProblem }

/**
 * Reads by which account a shopper of a country pays, and how much, for a page that has no cart yet.
 * Answers what is wrong with the question instead.
 */
export function offerInCountry(
  asked: unknown,
  { accounts, decimals }: Pick<PayInOptions, "accounts" | "decimals">
): CountryOffer | { problem: FieldProblem } {
  const query = countryQuery.safeParse(asked)
  if (!query.success) {
    return { problem: required(String(query.error.issues[0].path[0])) }
  }
  const code = query.data.country_code.toUpperCase()
  const account = accounts.find((one) => one.country === code)
  if (account === undefined) {
    return { problem: notIn(code.slice(0, 8)) }
  }
  const currency = (query.data.currency_code ?? account.currency).toUpperCase()
  if (currency !== account.currency) {
    return { problem: otherCurrency(account, currency.slice(0, 8)) }
  }
  const amount = readAmount(query.data.amount, decimals[account.currency])
  return "problem" in amount ? amount : { account, amount: amount.value }
}

function readAmount(text: string | undefined, decimals: number): Read<MajorAmount | null> {
  if (text === undefined) {
    return { value: null }
  }
  if (isUnclearThousands(text, decimals)) {
    return { problem: NO_AMOUNT }
  }
  try {
    const value = roundToWire(majorAmount(text), decimals, "half_up")
    return isPositive(value) ? { value } : { problem: NO_AMOUNT }
  } catch (error) {
    if (error instanceof AmountError) {
      return { problem: NO_AMOUNT }
    }
    throw error
  }
}

const NO_AMOUNT: FieldProblem = {
  field: "amount",
  message:
    "amount must be a number above zero, in major units and with nothing between thousands, e.g. 150000.50.",
  es: "amount debe ser un número mayor que cero, en unidades mayores y sin nada entre los miles, p. ej. 150000.50.",
}

function required(field: string): FieldProblem {
  return {
    field,
    message: `${field} is required, once, as text.`,
    es: `${field} es obligatorio, una sola vez y como texto.`,
  }
}

function notIn(code: string): FieldProblem {
  return {
    field: "country_code",
    message: `country_code: this store takes no PayIn payments in "${code}".`,
    es: `country_code: esta tienda no recibe pagos por PayIn en "${code}".`,
  }
}

function otherCurrency({ country, currency }: PayInAccount, asked: string): FieldProblem {
  return {
    field: "currency_code",
    message: `currency_code: ${country} is paid in ${currency}, not ${asked}.`,
    es: `currency_code: en ${country} se paga en ${currency}, no en ${asked}.`,
  }
}
