import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { AmountError, majorAmount, roundToWire, type MajorAmount } from "../../domain/money"
import type { PayInAccount, PayInOptions } from "../../domain/options"
import { readSessionInput } from "../../domain/session-input"
import type { PayInLedgerService } from "../../modules/ledger/service"
import { roomsOf } from "../../workflows/settle"
import { refuse, type Refusal } from "../refusal"

const PROVIDER_PREFIX = "pp_payin_"
const TURN_WAIT_MS = 25_000
const TURN_POLL_MS = 25

const body = z.object({ provider_id: z.string(), data: z.unknown().optional() })
const collection = z.object({ amount: z.number(), currency_code: z.string() })

/**
 * On core's own route for payment sessions, for our providers only: refuses a wrong value before core
 * deletes the live session, and lets one post at a time pass per payment collection (core takes no lock
 * there, so two at once would leave two sessions).
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
  const refusal = await wrongValue(req, account, gateway.options, posted.data.data)
  if (refusal !== null) {
    refuse(res, refusal)
    return
  }
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
  return (
    options.accounts.find((account) => `${PROVIDER_PREFIX}${account.id}` === providerId) ?? null
  )
}

/** What is wrong with the post; null when nothing is, or when it is core's to say. */
async function wrongValue(
  req: MedusaRequest,
  account: PayInAccount,
  options: PayInOptions,
  data: unknown
): Promise<Refusal | null> {
  const query = req.scope.resolve(ContainerRegistrationKeys.QUERY)
  const found = await query.graph({
    entity: "payment_collection",
    fields: ["amount", "currency_code"],
    filters: { id: req.params.id },
  })
  const parsed = collection.safeParse(found.data.at(0))
  if (!parsed.success) {
    return null
  }
  const currency = parsed.data.currency_code.toUpperCase()
  if (currency !== account.currency) {
    return invalid(
      "currency_code",
      `${PROVIDER_PREFIX}${account.id} takes ${account.currency}, not ${currency}.`
    )
  }
  const asked = askedAmount(parsed.data.amount, options, account)
  if (asked === null) {
    return invalid("amount", "The total has more decimals than the payment service takes.")
  }
  const { problems } = readSessionInput(data, options.countries[account.country], asked)
  const first = problems.at(0)
  return first === undefined ? null : invalid(first.field, first.message)
}

function askedAmount(
  amount: number,
  options: PayInOptions,
  account: PayInAccount
): MajorAmount | null {
  try {
    return roundToWire(majorAmount(amount), options.decimals[account.currency], options.rounding)
  } catch (error) {
    if (error instanceof AmountError) {
      return null
    }
    throw error
  }
}

function invalid(field: string, message: string): Refusal {
  return { status: 400, type: "invalid_data", message, field }
}

/** Waits for the collection's turn and gives it back when the response is out. */
async function takeTurn(
  ledger: PayInLedgerService,
  collectionId: string,
  res: MedusaResponse
): Promise<boolean> {
  const owner = randomUUID()
  const until = Date.now() + TURN_WAIT_MS
  while (!(await ledger.turns.take(collectionId, owner))) {
    if (Date.now() > until) {
      return false
    }
    await sleep(TURN_POLL_MS)
  }
  const give = () => {
    // A turn that could not be given back ends by its own lease.
    ledger.turns.give(collectionId, owner).catch(() => undefined)
  }
  res.once("close", give)
  return true
}
