import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { anomalyReason } from "../domain/anomaly/reason"
import { bookableAmount } from "../domain/payin/received-amount"
import {
  compareAmounts,
  isPositive,
  leastAmount,
  type MajorAmount,
  subtractAmounts,
  ZERO,
} from "../domain/money/amount"
import type { PayInOptions } from "../domain/options/options"
import { makerOf, makersOf, type Actor } from "../domain/payout/actor"
import {
  coveringPayouts,
  noLongerCounts,
  leftToRefund,
  payoutForRefund,
  refundedBefore,
  refundedOf,
} from "../domain/payout/bound"
import { isUnsent } from "../domain/payout/state"
import { REFUND_YOUNG_SECONDS } from "../domain/time/schedule"
import { systemNote } from "../domain/operator/system-note"
import { sendable, wireDecimals } from "../domain/money/wire-decimals"
import type { Opened } from "../modules/ledger/anomalies"
import type { Transaction } from "../modules/ledger/rows"
import type { PayInLedgerService } from "../modules/ledger/service"
import type { PayoutChange } from "../modules/payouts/moves"
import type { Payout } from "../modules/payouts/rows"
import type { PayInPayoutsService } from "../modules/payouts/service"
import {
  completed,
  destinationOfRefund,
  type DecidedDestination,
  type KnownDestination,
} from "./kept-destination"
import { notedActor } from "../medusa/noted-operator"
import { claimRequest, refundRows, refundsBefore, type RefundRow } from "../medusa/refund"

/**
 * Dependencies of refunds; passed in, so that a provider, a workflow and a route can all make them.
 */
export interface RefundPayoutDeps {
  ledger: Pick<PayInLedgerService, "refundLimit" | "sealer" | "anomalies">
  payouts: Pick<PayInPayoutsService, "payouts" | "releases" | "moves" | "destinations">
  options: Pick<PayInOptions, "decimals" | "countries" | "accounts">
}

/** A Refund that Medusa booked. */
export interface BookedRefund {
  refund_id: string
  /** Unrounded, in major units. */
  amount: MajorAmount
}

/** The result of a refund: its payout, and the part that cannot be paid. */
export interface RefundBooked {
  payout: Payout | null
  missing: MajorAmount
  /** Another Refund that carries out the same request: then this one is not paid. */
  carried_out_by: string | null
  /** The payout that paid this Refund too: it left for one that Medusa took back. */
  paid_by_payout: string | null
}

/** What left for Refunds that Medusa took back, beyond the smaller one that it pays now. */
interface LeftBeyond {
  payout_id: string
  /** In major units. */
  amount: MajorAmount
}

/**
 * Refund limit: books the payout of a refund, once per refund, never above the rest of the approved
 * amount (docs/decisions/0003-refund-is-a-payout.md). A Refund that Medusa took back does not
 * count, and of several Refunds of one request only one is paid
 * (docs/decisions/0022-operator-requests.md). Calls neither the service nor Medusa.
 *
 * @returns null when there is no such pay-in, or no way to send money to its country
 */
export async function bookRefund(
  deps: RefundPayoutDeps,
  transactionId: string,
  { refund_id, amount }: BookedRefund
): Promise<RefundBooked | null> {
  const done = await deps.ledger.refundLimit.under(transactionId, async (payIn, trx) => {
    const [row] = await refundRows(trx, [refund_id])
    const carriedOutBy = row === undefined ? refund_id : await claimRequest(trx, row)
    if (carriedOutBy !== refund_id) {
      return { ...NOT_BOOKED, missing: amount, carried_out_by: carriedOutBy, changes: [] }
    }
    const method = usualMethod(deps, payIn)
    if (method === null) {
      return null
    }
    const before = await deps.payouts.payouts.ofTransaction(payIn.id, trx)
    const existing = before.find((one) => one.refund_id === refund_id && !noLongerCounts(one))
    if (existing !== undefined) {
      return { ...NOT_BOOKED, payout: existing, changes: [] }
    }
    const unsent = (await ofVanished(trx, before)).filter(({ status }) => isUnsent(status))
    const changes = await withdraw(deps, trx, unsent, systemNote("refund_taken_back"))
    // Who asked Medusa for the refund counts as the payout's maker, and cannot approve it alone.
    const by = await notedActor(trx, row?.created_by ?? null)
    const refund = { refund_id, amount, payment_id: row?.payment_id ?? null }
    const to = destinationOfRefund(deps.ledger.sealer, payIn, row)
    const { takenOver, leftBeyond } =
      row === undefined
        ? { takenOver: [], leftBeyond: null }
        : await takeOver(deps, trx, payIn, { refund, to }, by)
    const paying = takenOver.at(0)
    const payouts = await deps.payouts.payouts.ofTransaction(payIn.id, trx)
    const due = await dueFor(deps, trx, payIn, payouts, refund, row)
    if (!isPositive(due.amount) && paying !== undefined) {
      const opened =
        leftBeyond && (await askAboutLeftBeyond(deps, trx, payIn, refund_id, leftBeyond))
      return { ...NOT_BOOKED, payout: paying, missing: due.missing, changes, opened, takenOver }
    }
    if (!isPositive(due.amount)) {
      const missing = isPositive(due.missing) ? due.missing : amount
      return { ...NOT_BOOKED, missing, paid_by_payout: due.paid_by_payout, changes, takenOver }
    }
    const { payout } = await deps.payouts.payouts.bookNext(
      trx,
      {
        ...ofPayIn(payIn),
        amount: due.amount,
        order_amount: amount,
        payment_method: to?.payment_method ?? method,
        source: "refund",
        source_id: row?.request_id ?? refund_id,
        refund_id,
        payment_id: row?.payment_id ?? null,
        destination: to?.destination ?? null,
        destination_from: to?.from ?? null,
        makers: to?.makers ?? [],
        other_person: to?.other_person ?? false,
        hold: { reason: "refund_young", seconds: REFUND_YOUNG_SECONDS },
      },
      payouts,
      by
    )
    return {
      ...{ ...NOT_BOOKED, payout, missing: due.missing, takenOver },
      changes: [...changes, { payout, from: null }],
    }
  })
  if (done === null) {
    return null
  }
  const { changes, opened, takenOver, ...booked } = done
  await announce(deps, changes)
  // What was asked about the Refund that is gone is asked about this one, or about none.
  for (const { earlier_refund_id } of takenOver) {
    const note = systemNote("refund_taken_back")
    await deps.ledger.anomalies.closeAbout(
      earlier_refund_id ?? "",
      ["payout_amount_mismatch"],
      note
    )
  }
  if (opened !== null) {
    await deps.ledger.anomalies.announce(opened)
  }
  return booked
}

const NOT_BOOKED = {
  payout: null,
  missing: ZERO,
  carried_out_by: null,
  paid_by_payout: null,
  opened: null,
  takenOver: [] as const,
}

/** Somebody has to get it back from the shopper, or book another Refund of it. */
function askAboutLeftBeyond(
  { ledger }: RefundPayoutDeps,
  trx: Knex.Transaction,
  { id, account, currency, order_id }: Transaction,
  refund: string,
  { payout_id, amount }: LeftBeyond
): Promise<Opened> {
  const reason = anomalyReason("left_beyond", { payout: payout_id, refund, amount })
  return ledger.anomalies.openWithin(trx, {
    kind: "payout_amount_mismatch",
    // The payout may have an anomaly of its own, which pauses its account.
    subject: refund,
    ...{ account, transaction_id: id, payout_id, order_id },
    facts: { reason, refund_id: refund, amount, currency },
  })
}

/** Payouts of Refunds that Medusa took back. */
async function ofVanished(trx: Knex.Transaction, payouts: readonly Payout[]): Promise<Payout[]> {
  const theirs = payouts.filter((one) => one.source === "refund" && !noLongerCounts(one))
  const rows = await refundRows(
    trx,
    theirs.map((one) => one.refund_id ?? "")
  )
  return theirs.filter(({ refund_id }) => rows.every(({ id }) => id !== refund_id))
}

/** A Refund whose payout may exist already, and where its money goes, as far as that is known. */
interface Repeated {
  refund: BookedRefund & { payment_id: string | null }
  to: KnownDestination | null
}

/**
 * Payouts of Refunds that Medusa took back pay the next Refund: whoever got Medusa's error repeats the
 * refund. Payouts are taken over until the Refund is covered, rejected ones last. A rejected one
 * pays no more than the Refund still lacks.
 */
async function takeOver(
  { payouts, options }: RefundPayoutDeps,
  trx: Knex.Transaction,
  payIn: Transaction,
  { refund: { refund_id, amount, payment_id }, to }: Repeated,
  by: Actor
): Promise<{ takenOver: Payout[]; leftBeyond: LeftBeyond | null }> {
  const left = await ofVanished(trx, await payouts.payouts.ofTransaction(payIn.id, trx))
  const takenOver: Payout[] = []
  let lacking = sendable(options, payIn.currency, amount)
  for (const { id } of coveringPayouts(rejectedLast(left), lacking)) {
    const refund = { refund_id, payment_id, order_amount: amount }
    const moved = await payouts.releases.payInPlace(trx, id, refund, {
      lacking,
      to,
      maker: makerOf(by),
    })
    if (moved !== null) {
      takenOver.push(moved)
      lacking = subtractAmounts(lacking, moved.amount)
    }
  }
  const last = takenOver.at(-1)
  const amountBeyond = subtractAmounts(ZERO, lacking)
  const leftBeyond =
    last !== undefined && isPositive(amountBeyond)
      ? { payout_id: last.id, amount: amountBeyond }
      : null
  return { takenOver, leftBeyond }
}

/** What is on its way or paid comes before what is not, which may still be lowered. */
function rejectedLast(payouts: readonly Payout[]): Payout[] {
  const isRejected = ({ status }: Payout) => status === "rejected"
  return [...payouts.filter((one) => !isRejected(one)), ...payouts.filter(isRejected)]
}

/** A person's decision to refund a pay-in. */
export interface DecidedRefund {
  anomaly_id: string
  /** Amount in major units at wire precision, or the Refund whose missing part is paid. */
  amount: MajorAmount | BookedRefund
  order_id: string | null
  /** Destination given with the decision. */
  destination: DecidedDestination | null
  /** Refunds that the decision replaces: their payouts are canceled unless they were sent. */
  in_place_of: readonly string[]
}

/** The payout that a decision booked; `changes` are announced after the commit. */
export type DecidedRefundResult =
  | { payout: Payout; changes: PayoutChange[] }
  /** The whole received amount is already refunded or promised. */
  | "nothing_left"
  /** The payment service sends no money to this country. */
  | "no_way"
  /** The owner of the given account is not known. */
  | "unknown_person"

/**
 * Refund limit: books the payout of a decision, in the transaction that writes the decision and
 * under the lock of the pay-in. At most the rest of the approved amount. Call {@link announce}
 * after the commit.
 *
 * @param payIn the pay-in after the decision
 */
export async function bookDecidedRefund(
  deps: RefundPayoutDeps,
  trx: Knex.Transaction,
  payIn: Transaction,
  decided: DecidedRefund,
  actor: Actor
): Promise<DecidedRefundResult> {
  const method = usualMethod(deps, payIn)
  if (method === null) {
    return "no_way"
  }
  const { sealer } = deps.ledger
  const before = await deps.payouts.payouts.ofTransaction(payIn.id, trx)
  const existing = before.find(
    (one) => one.anomaly_id === decided.anomaly_id && one.rest_of === null && !noLongerCounts(one)
  )
  if (existing !== undefined) {
    // The earlier payout was canceled, but paid after all: it carried the decision out.
    return existing.status === "canceled" ? "nothing_left" : { payout: existing, changes: [] }
  }
  // Never replaces the given account by another one.
  const given = decided.destination && completed(sealer, payIn, decided.destination, "operator")
  if (decided.destination !== null && given === null) {
    return "unknown_person"
  }
  const changes = await withdrawRefunds(deps, trx, before, decided.in_place_of)
  const payouts = await deps.payouts.payouts.ofTransaction(payIn.id, trx)
  const { amount: wanted } = decided
  const refund = typeof wanted === "string" ? null : wanted
  // Refunded in the currency that arrived.
  const currency = payIn.approved_currency ?? payIn.currency
  const [row] = refund === null ? [] : await refundRows(trx, [refund.refund_id])
  const amount =
    typeof wanted === "string"
      ? sendable(
          deps.options,
          currency,
          leastAmount(wanted, leftToRefund(payIn.approved_amount, payouts))
        )
      : (await dueFor(deps, trx, payIn, payouts, wanted, row)).amount
  if (!isPositive(amount)) {
    return "nothing_left"
  }
  const by = await notedActor(trx, row?.created_by ?? null)
  const to = given ?? carriedOver(deps, changes) ?? destinationOfRefund(sealer, payIn, row)
  const { payout } = await deps.payouts.payouts.bookNext(
    trx,
    {
      ...ofPayIn(payIn),
      currency,
      amount,
      order_amount: refund?.amount ?? amount,
      payment_method: to?.payment_method ?? method,
      source: "anomaly",
      source_id: decided.anomaly_id,
      anomaly_id: decided.anomaly_id,
      refund_id: refund?.refund_id ?? null,
      order_id: decided.order_id ?? payIn.order_id,
      destination: to?.destination ?? null,
      destination_from: to?.from ?? null,
      // Who asked Medusa for the refund is a maker of what a decision pays in its place.
      makers: makersOf(makerOf(by), ...(to?.makers ?? [])),
      other_person: to?.other_person ?? false,
    },
    payouts,
    actor
  )
  return { payout, changes: [...changes, { payout, from: null }] }
}

/** Cancels the unsent payouts of these refunds; `payouts` are all of the pay-in. */
export async function withdrawRefunds(
  deps: Pick<RefundPayoutDeps, "payouts">,
  trx: Knex.Transaction,
  payouts: readonly Payout[],
  refundIds: readonly string[]
): Promise<PayoutChange[]> {
  const theirs = payouts.filter(
    ({ source, refund_id, status }) =>
      source === "refund" && status !== "canceled" && refundIds.includes(refund_id ?? "")
  )
  return withdraw(deps, trx, theirs, "Another decision on all of this money took its place.")
}

/** Announces the written payouts, after the commit. */
export async function announce(
  { payouts }: Pick<RefundPayoutDeps, "payouts">,
  changes: readonly PayoutChange[]
): Promise<void> {
  for (const { payout, from } of changes) {
    await (from === null
      ? payouts.payouts.announce(payout)
      : payouts.moves.announce({ payout, from }))
  }
}

async function withdraw(
  { payouts }: Pick<RefundPayoutDeps, "payouts">,
  trx: Knex.Transaction,
  given: readonly Payout[],
  note: string
): Promise<PayoutChange[]> {
  const withdrawn: PayoutChange[] = []
  for (const { id } of given) {
    const one = await payouts.releases.withdrawWithin(trx, id, note)
    if (one !== null) {
      withdrawn.push(one)
    }
  }
  return withdrawn
}

/**
 * The unpaid part of a refund. Payouts of decisions about a refund count as its payouts, and so does
 * what left for a Refund that Medusa took back. `paid_by_payout`: such a payout, which paid this
 * refund with what it paid more than its own.
 */
async function dueFor(
  deps: RefundPayoutDeps,
  trx: Knex.Transaction,
  payIn: Transaction,
  payouts: readonly Payout[],
  { refund_id, amount }: BookedRefund,
  row: RefundRow | undefined
) {
  const decimals = wireDecimals(deps.options, payIn.currency)
  const counting = payouts.filter((one) => one.refund_id !== null && !noLongerCounts(one))
  const rows = await refundRows(
    trx,
    counting.map((one) => one.refund_id ?? "")
  )
  const isOfVanished = (one: Payout) => rows.every(({ id }) => id !== one.refund_id)
  const ofOthers = counting.filter((one) => one.refund_id !== refund_id)
  const before = row === undefined ? [] : await refundsBefore(trx, row)
  const due = payoutForRefund({
    approved: payIn.approved_amount,
    booked: bookableAmount(payIn),
    paid: leastAmount(payIn.approved_amount ?? payIn.requested_amount, payIn.requested_amount),
    refunded_before: refundedBefore(
      ofOthers.filter((one) => !isOfVanished(one)),
      before,
      decimals,
      refundedOf(counting)
    ),
    refund: amount,
    refund_payouts: counting,
    payouts,
    decimals,
  })
  const paying = ofOthers.find((one) => isOfVanished(one) || paidMoreThanItsRefund(one))
  return { ...due, paid_by_payout: paying?.id ?? null }
}

/** A payout that left for a Refund that Medusa took back, and pays a smaller one now. */
function paidMoreThanItsRefund({ earlier_refund_id, amount, order_amount }: Payout): boolean {
  return earlier_refund_id !== null && compareAmounts(amount, order_amount) > 0
}

/** The account of a payout that a decision canceled: it was said once, and is not asked for again. */
function carriedOver(
  { payouts }: RefundPayoutDeps,
  changes: readonly PayoutChange[]
): KnownDestination | null {
  const makers = makersOf(...changes.flatMap(({ payout }) => payout.makers))
  for (const { payout } of changes) {
    const { id, destination_sealed, payment_method, other_person, destination_from: from } = payout
    if (destination_sealed !== null) {
      const row = { id, destination_sealed }
      const destination = payouts.destinations.open("payin_payout", row)
      return { destination, payment_method, from, makers, other_person }
    }
  }
  return null
}

function ofPayIn({ id, account, country, currency, order_id }: Transaction) {
  return { account, country, currency, order_id, transaction_id: id }
}

function usualMethod({ options }: RefundPayoutDeps, { country }: Transaction): string | null {
  const rule = Object.values(options.countries).find((one) => one.country === country)
  return rule?.payout.methods.at(0)?.payment_method ?? null
}
