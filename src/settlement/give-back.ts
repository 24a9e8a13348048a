import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"
import { bookableAmount } from "../domain/approval"
import type { CustomerData } from "../domain/customer-data"
import {
  addAmounts,
  compareAmounts,
  isPositive,
  majorAmount,
  type MajorAmount,
} from "../domain/money"
import type { PayInOptions } from "../domain/options"
import { leftToReturn, payoutForRefund } from "../domain/payout-bound"
import { completeDestination, type PayoutDestination } from "../domain/payout-destination"
import { ACCOUNT_TYPES } from "../domain/payout-methods"
import { REFUND_YOUNG_SECONDS } from "../domain/schedule"
import type { Transaction } from "../modules/ledger/rows"
import type { PayInLedgerService } from "../modules/ledger/service"
import type { Actor } from "../domain/payout-actor"
import type { Payout } from "../modules/payouts/rows"
import type { PayInPayoutsService } from "../modules/payouts/service"

/** What giving money back needs; handed over, so that a provider, a workflow and a route can all call it. */
export interface GiveBackDeps {
  ledger: Pick<PayInLedgerService, "returning" | "sealer">
  payouts: Pick<PayInPayoutsService, "payouts">
  options: Pick<PayInOptions, "decimals" | "countries" | "accounts">
}

/** A Refund that Medusa booked. */
export interface BookedRefund {
  refund_id: string
  payment_id: string | null
  /** Unrounded, in major units. */
  amount: MajorAmount
}

/** What became of a refund: its payout, and what of it cannot be paid because it is not there. */
export interface RefundBooked {
  payout: Payout | null
  booked: boolean
  missing: MajorAmount
}

/**
 * Books the payout of a refund, once per refund, never for more than is left of what was approved (design.md
 * 5, Refund). Calls nobody.
 *
 * @returns null when there is no such pay-in, or no way to send money to its country
 */
export async function giveBackRefund(
  deps: GiveBackDeps,
  transactionId: string,
  { refund_id, payment_id, amount }: BookedRefund,
  actor: Actor
): Promise<RefundBooked | null> {
  const done = await deps.ledger.returning.under(transactionId, async (payIn, trx) => {
    const method = usualMethod(deps, payIn)
    if (method === null) {
      return null
    }
    const payouts = await deps.payouts.payouts.ofTransaction(payIn.id, trx)
    const there = payouts.find((one) => one.source === "refund" && one.source_id === refund_id)
    if (there !== undefined) {
      return { payout: there, booked: false, missing: majorAmount(0) }
    }
    const earlier = payouts.filter(
      ({ source, status }) => source === "refund" && status !== "canceled"
    )
    const due = payoutForRefund({
      approved: payIn.approved_amount,
      booked: bookableAmount(payIn),
      paid: smaller(payIn.approved_amount ?? payIn.asked_amount, payIn.asked_amount),
      refunded_before: earlier.reduce(
        (sum, { exact_amount }) => addAmounts(sum, exact_amount),
        majorAmount(0)
      ),
      refund: amount,
      refund_payouts: earlier,
      payouts,
      decimals: decimalsOf(deps, payIn),
    })
    if (!isPositive(due.amount)) {
      return { payout: null, booked: false, missing: due.missing }
    }
    const kept = keptDestination(deps, payIn)
    const written = await deps.payouts.payouts.book(
      trx,
      {
        ...ofPayIn(payIn),
        amount: due.amount,
        exact_amount: amount,
        payment_method: kept?.payment_method ?? method,
        source: "refund",
        source_id: refund_id,
        refund_id,
        payment_id,
        destination: kept?.destination ?? null,
        hold: { reason: "refund_young", seconds: REFUND_YOUNG_SECONDS },
      },
      actor
    )
    return { ...written, missing: due.missing }
  })
  if (done?.payout != null && done.booked) {
    await deps.payouts.payouts.announce(done.payout)
  }
  return done
}

/** What a person decided to give back of a pay-in. */
export interface DecidedReturn {
  anomaly_id: string
  amount: MajorAmount
  order_id: string | null
  payment_method: string | null
  /** As given with the decision: the person may be known from the pay-in. */
  destination: (Partial<CustomerData> & PayoutAccountGiven) | null
}

type PayoutAccountGiven = Parameters<typeof completeDestination>[0]

/**
 * Books the payout of a decision, inside the transaction that writes the decision and under the lock of the
 * pay-in. At most what is left; null: nothing is. Announce the payout after the commit.
 */
export async function giveBackDecided(
  deps: GiveBackDeps,
  trx: Knex.Transaction,
  payIn: Transaction,
  decided: DecidedReturn,
  actor: Actor
): Promise<Payout | null> {
  const payouts = await deps.payouts.payouts.ofTransaction(payIn.id, trx)
  const amount = smaller(decided.amount, leftToReturn(payIn.approved_amount, payouts))
  const method = usualMethod(deps, payIn)
  if (!isPositive(amount) || method === null) {
    return null
  }
  const kept = keptDestination(deps, payIn)
  const given =
    decided.destination &&
    completeDestination(decided.destination, {
      ...customerOf(deps, payIn),
      ...decided.destination,
    })
  const { payout } = await deps.payouts.payouts.book(
    trx,
    {
      ...ofPayIn(payIn),
      // Money in another currency goes back in the one it came in.
      currency: payIn.approved_currency ?? payIn.currency,
      amount,
      payment_method: decided.payment_method ?? kept?.payment_method ?? method,
      source: "anomaly",
      source_id: decided.anomaly_id,
      anomaly_id: decided.anomaly_id,
      order_id: decided.order_id ?? payIn.order_id,
      destination: given ?? kept?.destination ?? null,
    },
    actor
  )
  return payout
}

function ofPayIn({ id, account, country, currency, order_id }: Transaction) {
  return { account, country, currency, order_id, transaction_id: id }
}

function usualMethod({ options }: GiveBackDeps, { country }: Transaction): string | null {
  const rule = Object.values(options.countries).find((one) => one.country === country)
  return rule?.payout.methods.at(0)?.payment_method ?? null
}

function decimalsOf({ options }: GiveBackDeps, { account }: Transaction): number {
  const currency = options.accounts.find(({ id }) => id === account)?.currency
  return currency === undefined ? 0 : options.decimals[currency]
}

const text = z.string()
const keptSchema = z.object({
  bank: text,
  account_number: text,
  account_type: z.enum(ACCOUNT_TYPES),
  payment_method: text.optional(),
  legal_doc: text.optional(),
  legal_doc_type: text.optional(),
  phone_code: text.optional(),
  phone_number: text.optional(),
  email: text.optional(),
  full_name: text.optional(),
})
const customerSchema = z.object({
  legal_doc: text,
  legal_doc_type: text,
  phone_code: text,
  phone_number: text,
  email: text,
  full_name: text,
})

/** Where the shopper wanted money back when paying, if that was asked and can still be read. */
function keptDestination(
  deps: GiveBackDeps,
  payIn: Transaction
): { destination: PayoutDestination; payment_method: string | undefined } | null {
  const kept = opened(deps, payIn, "refund_destination_sealed", keptSchema)
  const destination = kept && completeDestination(kept, { ...customerOf(deps, payIn), ...kept })
  return destination ? { destination, payment_method: kept?.payment_method } : null
}

function customerOf(deps: GiveBackDeps, payIn: Transaction): Partial<CustomerData> {
  return opened(deps, payIn, "customer_sealed", customerSchema) ?? {}
}

/** Null also when the data was removed or its key is lost: then the shopper is asked. */
function opened<Value>(
  { ledger }: GiveBackDeps,
  payIn: Transaction,
  column: "customer_sealed" | "refund_destination_sealed",
  schema: z.ZodType<Value>
): Value | null {
  const sealed = payIn[column]
  if (sealed === null) {
    return null
  }
  try {
    const context = { table: "payin_transaction", row: payIn.id, column }
    return schema.parse(JSON.parse(ledger.sealer.open(sealed, context)))
  } catch {
    return null
  }
}

function smaller(a: MajorAmount, b: MajorAmount): MajorAmount {
  return compareAmounts(a, b) < 0 ? a : b
}
