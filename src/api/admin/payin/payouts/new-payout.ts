import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "zod"
import type { MajorAmount } from "../../../../domain/money/amount"
import type { PayInAccount, PayInOptions } from "../../../../domain/options/options"
import {
  OWN_DESTINATION,
  readPayoutMethod,
  readPayoutTarget,
  type PayoutTarget,
  type Reading,
} from "../../../../domain/payout/destination"
import { withForm } from "../../../../domain/payout/methods"
import { servicesOf } from "../../../../workflows/settle"
import { findAccount } from "../account"
import { optionalWords, readAmount, readCurrency, readPosted } from "../posted-values"
import { accountId, invalid, text, type Read } from "../query-values"

export const body = z.strictObject({
  account: accountId.nullish(),
  amount: z.unknown().optional(),
  currency_code: z.unknown().optional(),
  payment_method: z.unknown().optional(),
  beneficiary_id: text.nullish(),
  destination: z.unknown().optional(),
  note: optionalWords,
})

/** How and where to a payout goes, and who made that, beside who makes the payout. */
export interface Target extends PayoutTarget {
  makers: readonly string[]
  /** The version of the beneficiary whose details were copied. */
  beneficiary_version: number | null
}

/** A payout as posted, checked as far as the request alone tells. */
export interface PostedPayout {
  account: PayInAccount
  amount: MajorAmount
  /** Null: the beneficiary's, or the country's usual one. */
  payment_method: string | null
  /** Null: the beneficiary's. */
  target: PayoutTarget | null
  beneficiary_id: string | null
  note: string | null
}

export function readNewPayout(options: PayInOptions, posted: unknown): Read<PostedPayout> {
  const read = readPosted(body, posted)
  if ("refusal" in read) return read
  const { beneficiary_id = null, destination, note } = read.value
  const account = findAccount(options, read.value.account)
  if ("refusal" in account) return account
  const { country: code, currency } = account.value
  const country = withForm(options.countries[code])
  const method = readPayoutMethod(read.value.payment_method, country)
  if (method.value === undefined) return refused(method)
  const amount = readAmount(read.value.amount, options.decimals[currency])
  if ("refusal" in amount) return amount
  const wanted = readCurrency(read.value.currency_code, account.value)
  if ("refusal" in wanted) return wanted
  if ((beneficiary_id === null) === (destination == null)) {
    const message = "destination or beneficiary_id must be given, and only one of them."
    return { refusal: invalid(beneficiary_id === null ? "destination" : "beneficiary_id", message) }
  }
  const { payment_method } = method.value
  const value: PostedPayout = {
    account: account.value,
    amount: amount.value,
    payment_method: read.value.payment_method == null ? null : payment_method,
    target: null,
    beneficiary_id,
    note,
  }
  if (beneficiary_id !== null) {
    return { value }
  }
  const target = readPayoutTarget({ payment_method, destination }, country)
  return target.value === undefined
    ? refused(target)
    : { value: { ...value, target: target.value } }
}

/** Where a posted payout goes to: a beneficiary's details are copied as they are now. */
export async function targetOf(
  container: MedusaContainer,
  { account, payment_method, target, beneficiary_id }: PostedPayout
): Promise<Read<Target>> {
  if (target !== null) return { value: { ...target, makers: [], beneficiary_version: null } }
  const { payouts, gateway } = servicesOf(container)
  const found = beneficiary_id && (await payouts.beneficiaries.find(beneficiary_id))
  if (!found || found.account !== account.id) {
    const message = `beneficiary_id: account ${account.id} has no beneficiary with this id.`
    return { refusal: invalid("beneficiary_id", message) }
  }
  const country = withForm(gateway.options.countries[account.country])
  const destination = payouts.destinations.open("payin_beneficiary", found)
  const method = payment_method ?? found.payment_method
  const copy = readPayoutTarget({ payment_method: method, destination }, country)
  const { makers, version } = found
  // The same number may be a bank account by one method and a telephone by another.
  const beneficiary_version = method === found.payment_method ? version : OWN_DESTINATION
  return copy.value === undefined
    ? refused(copy)
    : { value: { ...copy.value, makers, beneficiary_version } }
}

/** The first problem of a reading, as a refusal. */
export function refused({ problems }: Reading<unknown>): { refusal: ReturnType<typeof invalid> } {
  const [{ field, message, ...named }] = problems
  return { refusal: invalid(field, message, named) }
}
