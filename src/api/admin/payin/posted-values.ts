import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "zod"
import { holdsCardNumber, NO_CARD_NUMBER } from "../../../domain/card/number"
import { amountFault } from "../../../domain/error/fault"
import { AmountError, typedAmount, type MajorAmount } from "../../../domain/money/amount"
import type { Operator } from "../../../domain/payout/actor"
import { sanitize } from "../../../domain/text/sanitize"
import { operatorBehind } from "../../../workflows/payout"
import { servicesOf } from "../../../workflows/settle"
import { refuse, type Refusal } from "../../refusal"
import { invalid, readQuery, type Read } from "./query-values"

const WORDS_MAX = 500

/** A person's text for later readers. */
export const words = z
  .string({ error: "must say in words why, for whoever reads this later" })
  .trim()
  .min(1, { error: "must say in words why, for whoever reads this later" })
  .max(WORDS_MAX, { error: `must be at most ${WORDS_MAX} characters` })
  .refine((text) => !holdsCardNumber(text), { error: NO_CARD_NUMBER })
  .transform((text) => sanitize(text, WORDS_MAX))

/** The same, optional. */
export const optionalWords = z
  .string({ error: "must be a text" })
  .trim()
  .max(WORDS_MAX, { error: `must be at most ${WORDS_MAX} characters` })
  .refine((text) => !holdsCardNumber(text), { error: NO_CARD_NUMBER })
  .nullish()
  .transform((text) => (text ? sanitize(text, WORDS_MAX) : null))

const NOT_A_VERSION = "must be the version that you saw"

/** The version that a second person saw and decides about. */
export const version = z
  .number({ error: NOT_A_VERSION })
  .int({ error: NOT_A_VERSION })
  .min(1, { error: NOT_A_VERSION })

/**
 * Reads a JSON body with a schema whose messages go on from the field's name; no body is an empty
 * one.
 */
export function readPosted<Value>(schema: z.ZodType<Value>, body: unknown): Read<Value> {
  const posted = body ?? {}
  return typeof posted !== "object" || Array.isArray(posted)
    ? { refusal: invalid("body", "body must be a JSON object.") }
    : readQuery(schema, posted)
}

/** An amount that a person typed, in major units: a text, or a JSON number; never rounded. */
export function readAmount(posted: unknown, decimals: number): Read<MajorAmount> {
  if (typeof posted !== "string" && typeof posted !== "number") {
    const message = 'amount must be given, like "50000" or "12.5".'
    return { refusal: invalid("amount", message, { code: "missing" }) }
  }
  try {
    return { value: typedAmount(String(posted), decimals) }
  } catch (error) {
    if (error instanceof AmountError) {
      const fault = amountFault(error.code, decimals)
      return { refusal: invalid("amount", `amount: ${error.message}`, fault) }
    }
    throw error
  }
}

/** A currency as Medusa or we write it; it must be the one of the account. */
export function readCurrency(
  posted: unknown,
  account: { id: string; currency: string }
): Read<string> {
  return typeof posted === "string" && posted.trim().toUpperCase() === account.currency
    ? { value: account.currency }
    : {
        refusal: invalid(
          "currency_code",
          `currency_code must be ${account.currency}, the currency of account ${account.id}.`,
          { code: "other_currency", values: { currency: account.currency, account: account.id } }
        ),
      }
}

/**
 * A fixed field may be posted back unchanged: another value is refused, never ignored.
 *
 * @param fixed the posted value and the row's value of each fixed field
 */
export function refusalOfChange(
  fixed: Readonly<Record<string, { posted: string | undefined; kept: string }>>
): Refusal | null {
  const changed = Object.entries(fixed).find(
    ([, { posted, kept }]) => posted !== undefined && posted !== kept
  )
  if (changed === undefined) {
    return null
  }
  const [field, { kept }] = changed
  return invalid(field, `${field} cannot be changed: it stays ${kept}. Make a new one instead.`)
}

/** What a key may not decide, by which the audit tells that it tried. */
export interface Decidable {
  id: string
  facts: Readonly<Record<string, unknown>>
}

/**
 * The user behind a request that no secret API key may make; else null, and 403 is answered.
 *
 * @param decided what four eyes decide about: the audit notes there that a key tried to
 * @throws MedusaError `unauthorized` (401) for a removed user
 */
export async function userOf(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse,
  decided?: () => Promise<Decidable | null>
): Promise<Operator | null> {
  const operator = await operatorOf(req)
  if (operator.type === "user") {
    return operator
  }
  const subject = (await decided?.()) ?? null
  if (subject !== null) {
    const { payouts } = servicesOf(req.scope)
    await payouts.transaction((trx) =>
      payouts.secondPerson.noteRefused(trx, subject, operator, { code: "not_a_user" })
    )
  }
  const message = "Only a person who is signed in can do this, not a secret API key."
  refuse(res, { status: 403, type: "forbidden", message, code: "not_a_user" })
  return null
}

/**
 * The operator behind a request; asks the database.
 *
 * @throws MedusaError `unauthorized` (401) for a removed user
 */
export function operatorOf(req: AuthenticatedMedusaRequest): Promise<Operator> {
  return operatorBehind(req.scope, req.auth_context)
}
