import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { AmountError, askedAmount, computedAmount, type MajorAmount } from "../../domain/money"
import type { PayInAccount, PayInOptions } from "../../domain/options"
import { payInProviderId } from "../../domain/provider-id"
import { readSessionInput, type SessionInput } from "../../domain/session-input"
import type { PayInLedgerService } from "../../modules/ledger/service"
import { roomsOf } from "../../workflows/settle"
import { refuse, type Refusal } from "../refusal"

const TURN_WAIT_MS = 25_000
/** Waiters ask ever more rarely: each question is a write. */
const TURN_POLL_MS = { first: 25, most: 250 }

const body = z.object({ provider_id: z.string(), data: z.unknown().optional() })
const collection = z.object({ amount: z.number(), currency_code: z.string() })

/**
 * On core's own route for payment sessions, for our providers only: refuses a wrong value before core
 * deletes the live session, keeps what we do not know from core, which stores it first, and lets one post
 * at a time pass per payment collection (core takes no lock there, so two at once would leave two sessions).
 */
export async function guardPaymentSession(
  req: MedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction
): Promise<void> {
  const posted = body.safeParse(req.body)
  const { ledger, gateway } = roomsOf(req.scope)
  const account = posted.success ? accountOf(posted.data.provider_id, gateway.options) : null
  if (!posted.success || account === null) {
    next()
    return
  }
  const read = await readPosted(req, account, gateway.options, posted.data.data)
  if ("refusal" in read) {
    refuse(res, read.refusal)
    return
  }
  req.body = { provider_id: posted.data.provider_id, data: read.input }
  if (!(await takeTurn(ledger, req.params.id, res))) {
    refuse(res, {
      status: 409,
      type: "conflict",
      message: "Another payment is being started for this cart: try again in a moment.",
    })
    return
  }
  next()
}

function accountOf(providerId: string, options: PayInOptions): PayInAccount | null {
  return options.accounts.find((account) => payInProviderId(account.id) === providerId) ?? null
}

/** What was posted, of known keys only; or what is wrong with it. */
async function readPosted(
  req: MedusaRequest,
  account: PayInAccount,
  options: PayInOptions,
  data: unknown
): Promise<{ input: SessionInput } | { refusal: Refusal }> {
  const query = req.scope.resolve(ContainerRegistrationKeys.QUERY)
  const found = await query.graph({
    entity: "payment_collection",
    fields: ["amount", "currency_code"],
    filters: { id: req.params.id },
  })
  if (found.data.length === 0) {
    // Core would answer 500.
    const message = `There is no payment collection ${req.params.id}.`
    return { refusal: { status: 404, type: "not_found", message } }
  }
  const { amount, currency_code } = collection.parse(found.data[0])
  const country = options.countries[account.country]
  const currency = currency_code.toUpperCase()
  if (currency !== account.currency) {
    const provider = payInProviderId(account.id)
    return invalid("currency_code", `${provider} takes ${account.currency}, not ${currency}.`)
  }
  const asked = readAmount(amount, options, account)
  if (asked instanceof AmountError) {
    return invalid("amount", `amount: ${asked.message}`)
  }
  const { input, problems } = readSessionInput(data, country, asked)
  const first = problems.at(0)
  return first === undefined ? { input } : invalid(first.field, first.message)
}

function readAmount(
  amount: number,
  options: PayInOptions,
  account: PayInAccount
): MajorAmount | AmountError {
  try {
    return askedAmount(computedAmount(amount), options.decimals[account.currency], options.rounding)
  } catch (error) {
    if (error instanceof AmountError) {
      return error
    }
    throw error
  }
}

function invalid(field: string, message: string): { refusal: Refusal } {
  return { refusal: { status: 400, type: "invalid_data", message, field } }
}

/**
 * Waits for the collection's turn and gives it back when core answers. Not when the connection closes:
 * a shopper who leaves or reloads closes it while core still works on the session.
 */
async function takeTurn(
  ledger: PayInLedgerService,
  collectionId: string,
  res: MedusaResponse
): Promise<boolean> {
  const owner = randomUUID()
  const until = Date.now() + TURN_WAIT_MS
  let wait = TURN_POLL_MS.first
  while (!(await ledger.turns.take(collectionId, owner))) {
    if (Date.now() > until) {
      return false
    }
    await sleep(wait)
    wait = Math.min(wait * 2, TURN_POLL_MS.most)
  }
  const end = res.end.bind(res)
  const giveAndEnd = (...sent: unknown[]): unknown => {
    // A turn that could not be given back ends by its own lease.
    ledger.turns.give(collectionId, owner).catch(() => undefined)
    const ended: unknown = Reflect.apply(end, undefined, sent)
    return ended
  }
  Object.defineProperty(res, "end", { value: giveAndEnd, configurable: true, writable: true })
  return true
}
