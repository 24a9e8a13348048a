import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "zod"
import { holdsCardNumber, NO_CARD_NUMBER } from "../../../../domain/card/number"
import type { CountryRule } from "../../../../domain/country/countries"
import { readPayoutTarget, type PayoutTarget } from "../../../../domain/payout/destination"
import { visibleText } from "../../../../domain/text/visible-text"
import type { Beneficiary } from "../../../../modules/payouts/rows"
import type { BeneficiaryChange, NewBeneficiary } from "../../../../modules/payouts/beneficiaries"
import { servicesOf } from "../../../../workflows/settle"
import { findAccount } from "../account"
import { refused } from "../payouts/new-payout"
import { readCurrency, readPosted, refusalOfChange } from "../posted-values"
import { accountId, invalid, text, type Read } from "../query-values"
import { readStockLocation } from "../stock-location"

const name = text
  .transform(visibleText)
  .pipe(text.refine((typed) => !holdsCardNumber(typed), { error: NO_CARD_NUMBER }))
const FIELDS = {
  payment_method: z.unknown().optional(),
  destination: z.unknown().optional(),
  stock_location_id: text.nullish(),
}
export const created = z.strictObject({
  ...FIELDS,
  name,
  account: accountId.nullish(),
  currency_code: z.unknown().optional(),
})
export const edited = z.strictObject({
  ...FIELDS,
  name: name.optional(),
  account: text.optional(),
  currency_code: text.optional(),
})

export async function readNewBeneficiary(
  container: MedusaContainer,
  posted: unknown
): Promise<Read<NewBeneficiary>> {
  const read = readPosted(created, posted)
  if ("refusal" in read) return read
  const { options } = servicesOf(container).gateway
  const account = findAccount(options, read.value.account)
  if ("refusal" in account) return account
  const currency = readCurrency(read.value.currency_code, account.value)
  if ("refusal" in currency) return currency
  const { id, country } = account.value
  const target = readTarget(read.value, options.countries[country])
  if ("refusal" in target) return target
  const place = await readPlace(container, read.value.stock_location_id)
  if ("refusal" in place) return place
  const { name } = read.value
  return {
    value: {
      ...target.value,
      name,
      account: id,
      country,
      currency: currency.value,
      stock_location_id: place.value,
    },
  }
}

/**
 * Reads the posted changes; a field that is not posted stays. `stock_location_id: null` removes the
 * stock location.
 */
export async function readBeneficiaryChange(
  container: MedusaContainer,
  there: Beneficiary,
  posted: unknown
): Promise<Read<BeneficiaryChange>> {
  const read = readPosted(edited, posted)
  if ("refusal" in read) return read
  const { name, destination, payment_method, stock_location_id, account, currency_code } =
    read.value
  const refusal = refusalOfChange({
    account: { posted: account, kept: there.account },
    currency_code: { posted: currency_code?.toUpperCase(), kept: there.currency },
  })
  if (refusal !== null) return { refusal }
  const change: BeneficiaryChange = name === undefined ? {} : { name }
  if (stock_location_id !== undefined) {
    const place = await readPlace(container, stock_location_id)
    if ("refusal" in place) return place
    change.stock_location_id = place.value
  }
  if (destination == null) {
    // Whether the account that is kept fits another method is only known when both are sent.
    return payment_method == null || payment_method === there.payment_method
      ? { value: change }
      : { refusal: invalid("destination", "destination must be sent with a new payment_method.") }
  }
  const { countries } = servicesOf(container).gateway.options
  const country = Object.values(countries).find((rule) => rule.country === there.country)
  if (country === undefined) {
    return { refusal: invalid("country", `country ${there.country}: money cannot be sent there.`) }
  }
  const target = readTarget(read.value, country, there.payment_method)
  return "refusal" in target ? target : { value: { ...change, ...target.value } }
}

function readTarget(
  posted: { payment_method?: unknown; destination?: unknown },
  country: CountryRule,
  before?: string
): Read<PayoutTarget> {
  const target = readPayoutTarget(posted, country, before)
  return target.value === undefined ? refused(target) : { value: target.value }
}

async function readPlace(
  container: MedusaContainer,
  id: string | null | undefined
): Promise<Read<string | null>> {
  return id == null ? { value: null } : readStockLocation(container, id)
}
