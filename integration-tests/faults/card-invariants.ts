import { BigNumber } from "bignumber.js"
import { isAliveCard } from "../../src/domain/card/state"
import type { CaptureRecord, CardBooks, HoldRecord } from "./card-books"
import { orderSumViolations } from "./order-sums"
import { renewalViolations } from "./renewal-invariants"
import type { Violation } from "./invariants"

/** A step of the plugin's own that is due for longer than this, while its jobs run, is stuck. */
const STUCK_SECONDS = 600

type Row = CardBooks["rows"][number]

/**
 * What is promised of every sale by card, against the service's own record
 * (docs/testing.md#which-test-shows-which-promise).
 */
export function cardViolations(books: CardBooks): Violation[] {
  return [
    ...oneHold(books),
    ...ownCard(books),
    ...oneCapture(books),
    ...takenIsKnown(books),
    ...bookedWasHeld(books),
    ...shownIsTaken(books),
    ...ordersStand(books),
    ...orderSumViolations(books),
    ...nothingStuck(books),
    ...renewalViolations(books),
    ...books.bystandersTouched.map((subject) => ({
      invariant: "no bystander is touched",
      subject,
      detail: "its cart changed",
    })),
  ]
}

/** Every hold was written before it was asked for, of its amount, and is asked for once; a payment has one. */
function oneHold(books: CardBooks): Violation[] {
  const { holds, rows } = books
  const invariant = "one intent is held once"
  const wanted = rows.filter(
    (row) =>
      row.cycle_id === null && isAliveCard(row.status) && !row.unwanted && !isAsked(books, row)
  )
  const beside = wanted.filter(({ id, payment_collection_id: own }) =>
    wanted.some((one) => one.id < id && one.payment_collection_id === own)
  )
  const twice = beside.map(({ reference: subject, payment_collection_id }) => {
    return { invariant, subject, detail: `${payment_collection_id} has another hold` }
  })
  return holds
    .flatMap((hold) => {
      const subject = hold.reference
      const row = rows.find(({ reference }) => reference === hold.reference)
      const again = holds.filter(({ reference }) => reference === hold.reference).length
      return [
        ...(row === undefined ? [{ invariant, subject, detail: "no row asked for it" }] : []),
        ...(row && Number(row.amount) !== hold.amount
          ? [{ invariant, subject, detail: `${hold.amount} is held, ${row.amount} was asked for` }]
          : []),
        ...(again > 1 ? [{ invariant, subject, detail: `asked ${again} times` }] : []),
      ]
    })
    .concat(twice)
}

/** A cart is paid with a card that its own shopper gave, and so is what renews the order made of it. */
function ownCard({ holds, rows, shoppers, cycles, subscriptions }: CardBooks): Violation[] {
  const invariant = "no card is charged for somebody else"
  const firstCart = (cycleId: string) => {
    const cycle = cycles.find(({ id }) => id === cycleId)
    return subscriptions.find(({ id }) => id === cycle?.payin_subscription_id)?.cart_id ?? null
  }
  return holds.flatMap(({ reference: subject, payer }) => {
    const row = rows.find(({ reference }) => reference === subject)
    if (row === undefined) {
      return []
    }
    const cart = row.cycle_id === null ? row.cart_id : firstCart(row.cycle_id)
    const shopper = cart === null ? undefined : shoppers.get(cart)
    return shopper === payer
      ? []
      : [{ invariant, subject, detail: `the cart ${cart} is paid with another's card` }]
  })
}

/** A hold is taken once, of no more than is held, and nobody asks for it again. */
function oneCapture({ holds, captures, sent_again }: CardBooks): Violation[] {
  const invariant = "one hold is taken once"
  const again = sent_again.map((subject) => ({ invariant, subject, detail: "asked for once more" }))
  return holds
    .flatMap(({ transaction_id, reference: subject, amount }) => {
      const taken = captures.filter(({ of, approved }) => approved && of === transaction_id)
      return [
        ...(taken.length > 1
          ? [{ invariant, subject, detail: `taken ${taken.length} times` }]
          : []),
        ...taken
          .filter((one) => one.amount > amount)
          .map((one) => ({ invariant, subject, detail: `${one.amount} of ${amount}` })),
      ]
    })
    .concat(again)
}

/** What was taken stands in row, ledger and order; else a person is asked. */
function takenIsKnown(books: CardBooks): Violation[] {
  const invariant = "no charge without an order or an open anomaly"
  return taken(books).flatMap(({ hold, capture }) => {
    const subject = hold.reference
    const row = books.rows.find(({ reference }) => reference === subject)
    if (row === undefined || isAsked(books, row)) {
      return []
    }
    const amount = String(capture.amount)
    const inLedger = books.ledger.find(({ reference }) => reference === subject)
    const wrong: [boolean, string][] = [
      [row.status !== "captured", `its row is ${row.status}`],
      [row.captured_amount !== amount, `its row shows ${row.captured_amount} of ${amount}`],
      [inLedger?.approved_amount !== amount, "the ledger does not have it"],
      [!isOnOrder(books, subject, capture), "no order shows it"],
    ]
    return reasons(invariant, subject, wrong)
  })
}

/** Row and ledger show no more than the hold, whatever a webhook told and a person said. */
function bookedWasHeld({ ledger, rows }: CardBooks): Violation[] {
  const invariant = "no more is booked than was held"
  return rows.flatMap(({ reference: subject, amount, captured_amount }) => {
    const booked = ledger.find(({ reference }) => reference === subject)?.approved_amount ?? null
    return [captured_amount, booked].flatMap((one) =>
      one !== null && new BigNumber(one).gt(amount)
        ? [{ invariant, subject, detail: `${one} of ${amount}` }]
        : []
    )
  })
}

/** Medusa shows no capture that the service did not make. */
function shownIsTaken(books: CardBooks): Violation[] {
  const invariant = "Medusa shows what was taken, and no more"
  return books.payments.flatMap(({ id: subject, reference, captures }) => {
    const shown = inCents(captures)
    const real = taken(books)
      .filter(({ hold }) => hold.reference === reference)
      .reduce((sum, { capture }) => sum + capture.amount, 0)
    const row = books.rows.find((one) => one.reference === reference)
    const asked = row !== undefined && isAsked(books, row)
    return shown > real && !asked
      ? [{ invariant, subject, detail: `${shown} is shown, ${real} was taken (${row?.status})` }]
      : []
  })
}

/** An order stands on a hold or money, once had one, or a person is asked. */
function ordersStand(books: CardBooks): Violation[] {
  const invariant = "no order waits for nothing"
  return books.orders.flatMap(({ id: subject, status, collections }) => {
    const own = books.rows.filter((row) => collections.includes(row.payment_collection_id))
    const paid = books.payments.some((one) => collections.includes(one.payment_collection_id))
    const alive = own.some((row) => isAliveCard(row.status) && !row.unwanted)
    const asked = books.anomalies.some((one) => one.order_id === subject)
    const orphan = status !== "canceled" && !paid && !alive && !asked
    const detail = `${status}, its cards ${own.map((row) => row.status).join(" ") || "none"}`
    return orphan ? [{ invariant, subject, detail }] : []
  })
}

/** A row is over, holds for an order, or a person is asked. */
function nothingStuck(books: CardBooks): Violation[] {
  const invariant = "nothing is stuck"
  return books.rows.flatMap((row) => {
    const { status, apply_overdue, release_overdue, payment_collection_id, reference } = row
    const placed = books.orders.some(({ collections }) =>
      collections.includes(payment_collection_id)
    )
    const asked = isAsked(books, row)
    const wrong: [boolean, string][] = [
      [status === "creating" || status === "capturing", `it is ${status}`],
      [isStuck(apply_overdue), `telling Medusa is overdue (${row.apply_error})`],
      // What may have been captured is not let go before a person, or a webhook, says what became of it.
      [status === "authorized" && isStuck(release_overdue), "letting it go is overdue"],
      [status === "unknown" && !asked, "nobody knows of it, and nobody is asked"],
      [status === "capture_unknown" && !asked, "nobody knows of its capture, and nobody is asked"],
      [status === "authorized" && !placed && !asked, "it holds money for no order"],
      [status === "authorized" && row.unwanted && !asked, "nobody wants it, and it is held"],
      [status === "captured" && !row.settled, "it is not in the ledger"],
    ]
    return reasons(invariant, reference, wrong)
  })
}

function taken({ holds, captures }: CardBooks): { hold: HoldRecord; capture: CaptureRecord }[] {
  return captures
    .filter(({ approved }) => approved)
    .flatMap((capture) => {
      const hold = holds.find(({ transaction_id }) => transaction_id === capture.of)
      return hold === undefined ? [] : [{ hold, capture }]
    })
}

/** An order that was canceled since shows what was given back beside it. */
function isOnOrder(
  { payments, orders }: CardBooks,
  reference: string,
  { amount }: CaptureRecord
): boolean {
  const own = payments.filter((one) => one.reference === reference && one.captures.length > 0)
  return own.some(({ payment_collection_id, captures }) => {
    const shown = inCents(captures)
    const order = orders.find(({ collections }) => collections.includes(payment_collection_id))
    return (
      shown === amount &&
      captures.every(({ id }) =>
        order?.transactions.some(({ reference_id }) => reference_id === id)
      )
    )
  })
}

/** What a card pays of what Medusa computed with more digits. */
function inCents(captures: CardBooks["payments"][number]["captures"]): number {
  return BigNumber.sum(0, ...captures.map(({ amount }) => amount))
    .dp(2, BigNumber.ROUND_HALF_UP)
    .toNumber()
}

function isAsked({ anomalies }: CardBooks, { id }: Row): boolean {
  return anomalies.some(({ subject }) => subject === id)
}

function isStuck(overdueSeconds: number | null): boolean {
  return overdueSeconds !== null && overdueSeconds > STUCK_SECONDS
}

function reasons(invariant: string, subject: string, wrong: [boolean, string][]): Violation[] {
  return wrong.filter(([holds]) => holds).map(([, detail]) => ({ invariant, subject, detail }))
}
