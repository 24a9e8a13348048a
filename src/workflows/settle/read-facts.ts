import { sameAmount } from "../../domain/money/amount"
import { bookableAmount, receivedDiffers } from "../../domain/payin/received-amount"
import type { SettlementFacts } from "../../domain/settlement/facts"
import { LeaseLostError } from "../../modules/ledger/lease"
import type { Transaction } from "../../modules/ledger/rows"
import type { ApplyDeps } from "./apply"
import {
  holdsMoney,
  inOrder,
  isBooked,
  isCaptured,
  isCounted,
  paymentOf,
  showsCanceled,
} from "./booked"
import { supersededByAnother } from "./claims"
import { notOwed, otherTotalThan } from "./owed"
import { sessionOf } from "./own-session"
import type { Payment, PaymentSnapshot } from "../../medusa/payment-snapshot"
import { leftoversOf, mayHaveGoneBack, payoutThatRefunded } from "./undo"

/** What the facts are read from. */
export interface FactSources {
  ledger: { transactions: Pick<ApplyDeps["ledger"]["transactions"], "find" | "approvedUnsettled"> }
  payouts: {
    payouts: Pick<ApplyDeps["payouts"]["payouts"], "ofTransaction">
    attempts: Pick<ApplyDeps["payouts"]["attempts"], "returned">
  }
  medusa: Pick<ApplyDeps["medusa"], "afterCompletion">
  read: ApplyDeps["read"]
}

/** The facts of one pay-in, and the rows that they were read from. */
export interface Seen {
  facts: SettlementFacts
  row: Transaction
  place: PaymentSnapshot | null
  booked: Payment | null
  leftovers: Payment[]
}

/**
 * Reads what decides the next step. Nothing else of the settlement reads Medusa.
 *
 * @param known the row as the lease returned it; a session may have taken it over since
 * @param lockedOrder the order whose lock we hold
 * @param found called with the order's id before the wait for a running completion, which may throw
 * @throws LeaseLostError when another worker has the row
 */
export async function readFacts(
  deps: FactSources,
  known: Transaction,
  lockedOrder: string | null,
  found: (orderId: string | null) => void
): Promise<Seen> {
  const row = (await deps.ledger.transactions.find(known.id)) ?? known
  if (row.fence !== known.fence) {
    throw new LeaseLostError(known.id)
  }
  const payment = {
    approved: row.status === "approved",
    settled: row.settled_at !== null,
    excluded: row.excluded_at !== null,
    differs: receivedDiffers(row),
  }
  const decided = payment.settled || !payment.approved
  if (decided || (payment.differs !== null && !payment.excluded)) {
    return { facts: { ...NOTHING, payment }, row, place: null, booked: null, leftovers: [] }
  }
  const lasting = payment.excluded
    ? { row, place: await deps.read.place(row.payment_collection_id) }
    : await lastingPlace(deps, row, lockedOrder, found)
  return lasting.place === null
    ? { ...lasting, facts: { ...NOTHING, payment }, booked: null, leftovers: [] }
    : factsOfPlace(deps, lasting.row, lasting.place, payment, lockedOrder)
}

const NOTHING: Omit<SettlementFacts, "payment"> = {
  collection: false,
  cart: null,
  superseded: false,
  order: null,
  booked: null,
  leftovers: [],
  went_back: null,
  counted: true,
  session: { state: "impossible" },
}

async function factsOfPlace(
  deps: FactSources,
  row: Transaction,
  place: PaymentSnapshot,
  payment: SettlementFacts["payment"],
  lockedOrder: string | null
): Promise<Seen> {
  const { order } = place
  const found = paymentOf(place, row)
  // Without an order no payment counts as booked: a completion finds it, or leaves it over.
  const booked = order === null ? null : found
  const leftovers = leftoversOf(place, row, booked)
  const cart = order === null && !payment.excluded ? await cartOf(deps, row, place) : null
  const isOpen = cart !== null && cart.fits
  const superseded = isOpen && (await supersededByAnother(deps, row, place))
  const asksPayouts =
    (order !== null || (isOpen && !superseded)) && mayHaveGoneBack(place, leftovers, booked)
  const refunded = asksPayouts ? await payoutThatRefunded(deps, row, leftovers, booked) : null
  const facts: SettlementFacts = {
    payment,
    collection: true,
    cart,
    superseded,
    order: order && {
      id: order.id,
      canceled: order.status === "canceled",
      lacks_links: place.missing_links.length > 0,
      shows_canceled: showsCanceled(place, row),
      refuses: notOwed(place, order, row),
      other_total: otherTotalThan(row, order),
      locked: order.id === lockedOrder,
    },
    booked: booked && bookedFacts(place, row, booked),
    leftovers: leftovers.map(({ id }) => id),
    went_back: refunded?.id ?? null,
    counted: isCounted(place),
    session: sessionOf(place, row),
  }
  return { facts, row, place, booked, leftovers }
}

function bookedFacts(
  place: PaymentSnapshot,
  row: Transaction,
  booked: Payment
): NonNullable<SettlementFacts["booked"]> {
  const captured = isCaptured(booked) ? (booked.captures.at(0)?.amount ?? null) : null
  return {
    id: booked.id,
    captured,
    fits: captured !== null && sameAmount(captured, bookableAmount(row)),
    holds_money: holdsMoney([booked]),
    on_order: inOrder(place, booked),
  }
}

async function cartOf(
  deps: FactSources,
  row: Transaction,
  { cart_id: id }: PaymentSnapshot
): Promise<SettlementFacts["cart"]> {
  const cart = id === null ? null : await deps.read.cartTotal(id)
  if (id === null || cart === null) {
    return null
  }
  const fits = sameAmount(cart.total, row.order_amount) && cart.currency === row.currency
  return { id, fits, ...cart }
}

/**
 * Medusa may still be completing the order. It may add missing parts, or undo the order and
 * refund. So an order that Medusa has not announced is waited for, before its lock is taken: a
 * completion may need that lock.
 */
async function lastingPlace(
  deps: FactSources,
  row: Transaction,
  lockedOrder: string | null,
  found: (orderId: string | null) => void
): Promise<{ row: Transaction; place: PaymentSnapshot | null }> {
  const place = await deps.read.place(row.payment_collection_id)
  found(place?.order?.id ?? null)
  const isLocked = lockedOrder !== null && place?.order?.id === lockedOrder
  if (place === null || place.cart_id === null || isLocked) {
    return { row, place }
  }
  const over = row.placed_seen_at !== null && isBooked(place, row)
  const untouched =
    place.order === null &&
    !place.collection.payments.some((payment) => payment.data?.reference === row.reference)
  if (over || untouched) {
    return { row, place }
  }
  await deps.medusa.afterCompletion(place.cart_id)
  return {
    // A session that adopted this money meanwhile owns the row now.
    row: (await deps.ledger.transactions.find(row.id)) ?? row,
    place: await deps.read.place(row.payment_collection_id),
  }
}
