import {
  computedAmount,
  subtractAmounts,
  sumAmounts,
  ZERO,
  addAmounts,
} from "../../src/domain/money/amount"
import { owedBy } from "../../src/domain/order/owed"
import { bookableAmount, receivedFits } from "../../src/domain/payin/received-amount"
import {
  decideSettlement,
  decideWithoutEffect,
  type SettlementStep,
} from "../../src/domain/settlement/decide"
import type { SettlementFacts } from "../../src/domain/settlement/facts"
import { transactionRow, type Transaction } from "../../src/modules/ledger/rows"
import { payoutRow, type Payout } from "../../src/modules/payouts/rows"
import type { Order, Payment, PaymentSnapshot } from "../../src/medusa/payment-snapshot"
import { readFacts, type FactSources, type Seen } from "../../src/workflows/settle/read-facts"
import {
  isVisible,
  KINDS,
  ORDER,
  PAYOUT,
  REFUND,
  SERVICE,
  SESSION,
  SOURCE,
  slotBit,
  type Kind,
  type Link,
  type World,
} from "./world"

/** What a session, a payment or a cart may cost, by the number that the model keeps. */
export const AMOUNTS = [60_000, 48_000, 50_000].map((amount) => computedAmount(amount))
const LESS = 2
const STATUSES = ["pending", "approved", "rejected"] as const
const SESSION_STATUSES = ["", "pending", "pending_authorization", "error", "authorized"]
const THEN = new Date("2026-01-01T00:00:00Z")
const COLLECTION = "collection"
const ORDER_ID = "order"

/** The rules that are explored; a test hands in broken ones. */
export interface Rules {
  settlement: (facts: SettlementFacts) => SettlementStep
  withoutEffect: (step: SettlementStep, facts: SettlementFacts) => SettlementStep
}
export const OUR_RULES: Rules = { settlement: decideSettlement, withoutEffect: decideWithoutEffect }

/** A step in a worker's hand, with what it saw of the place that it will write to. */
export interface Plan {
  number: number
  /** Equal for equal decisions. */
  decision: number
  act: SettlementStep["act"]
  kind: Kind | null
  later: boolean
  outcome: "settled" | "nothing" | null
  /** Slot of the session or payment that it names; 0: none. */
  slot: number
  /** Slots of the payments that it removes. */
  leftovers: number
  /** Slot of the payment that it saw as booked; 0: none. */
  booked: number
  /** Slots of the sessions that it saw. */
  sessions: number
  /** The collection asked for the amount that Medusa should book. */
  fits: boolean
  lacks: readonly ("cart" | "collection")[]
  order: boolean
}

/** What a read comes to: a plan, an end of a completion to wait for, or a lock that a dead one left. */
export type Read = Plan | "waits" | "refused"

/**
 * The settlement's own reader on the model: `readFacts` and every function behind it run as they do
 * in a store. What it comes to is kept, because few pictures of Medusa are behind many states.
 */
export class Reader {
  private readonly known = new Map<string, Read>()
  private readonly plans: Plan[] = []
  private readonly planNumbers = new Map<string, number>()
  private readonly decisions = new Map<string, number>()
  private readonly asked = new Map<string, () => Promise<Read>>()

  constructor(private readonly rules: Rules = OUR_RULES) {
    // Number 0 is "nothing in hand".
    this.plans.push({ ...NOTHING_PLANNED })
  }

  plan(number: number): Plan {
    return this.plans[number]
  }

  /** null: it has to be read first ({@link fill}). */
  read(world: World, link: number, worker: number): Read | null {
    const before = world.workers[worker].before
    const key = pictureOf(world, link, world.workers[worker].locked === 1, before)
    const known = this.known.get(key)
    if (known !== undefined) {
      return known
    }
    const snapshot = structuredClone(world)
    this.asked.set(key, () => this.readNow(snapshot, link, worker, before))
    return null
  }

  /** Something was asked that was not read yet. */
  get lacks(): boolean {
    return this.asked.size > 0
  }

  async fill(): Promise<void> {
    for (const [key, ask] of this.asked) {
      this.known.set(key, await ask())
    }
    this.asked.clear()
  }

  private async readNow(world: World, link: number, worker: number, before: number): Promise<Read> {
    const row = rowOf(world.links[link], link)
    const locked = world.workers[worker].locked === 1 ? "order" : null
    let seen: Seen
    try {
      seen = await readFacts(sourcesOf(world), row, locked, () => undefined)
    } catch (error) {
      if (error instanceof CompletionRuns) {
        return world.cart.dead_lock === 1 ? "refused" : "waits"
      }
      throw error
    }
    const decided = this.rules.settlement(seen.facts)
    const decision = this.numberOf(decided)
    const step = decision === before ? this.rules.withoutEffect(decided, seen.facts) : decided
    return this.planOf(step, decision, seen, row)
  }

  private numberOf(decided: SettlementStep): number {
    const text = JSON.stringify(decided)
    const number = this.decisions.get(text) ?? this.decisions.size + 1
    this.decisions.set(text, number)
    return number
  }

  private planOf(step: SettlementStep, decision: number, seen: Seen, row: Transaction): Plan {
    const { place, leftovers, booked, facts } = seen
    const kind = "kind" in step ? (KINDS.find((one) => one === step.kind) ?? null) : null
    if ("kind" in step && kind === null) {
      throw new Error(`The model has no anomaly ${step.kind}: add it to KINDS in world.ts`)
    }
    const slot =
      "session_id" in step
        ? slotOf(step.session_id)
        : "payment_id" in step
          ? slotOf(step.payment_id)
          : 0
    const sessions = (place?.collection.payment_sessions ?? []).map(({ id }) => slotOf(id))
    const plan = {
      decision,
      act: step.act,
      kind,
      later: step.act === "ask" && step.later,
      outcome: step.act === "end" ? step.outcome : null,
      slot,
      leftovers: maskOf(leftovers.map(({ id }) => slotOf(id))),
      booked: booked === null ? 0 : slotOf(booked.id),
      sessions: maskOf(sessions),
      fits: place !== null && place.collection.amount === bookableAmount(row),
      lacks: place?.missing_links ?? [],
      order: facts.order !== null,
    }
    const text = JSON.stringify(plan)
    const number = this.planNumbers.get(text) ?? this.plans.length
    if (!this.planNumbers.has(text)) {
      this.planNumbers.set(text, number)
      this.plans.push({ ...plan, number })
    }
    return this.plans[number]
  }
}

const NOTHING_PLANNED: Plan = {
  number: 0,
  decision: 0,
  act: "park",
  kind: null,
  later: false,
  outcome: null,
  slot: 0,
  leftovers: 0,
  booked: 0,
  sessions: 0,
  fits: false,
  lacks: [],
  order: false,
}

/** A completion of the cart runs, or one that died left its lock. */
class CompletionRuns extends Error {}

const slotOf = (id: string): number => Number(id.split("_").at(1))
const maskOf = (slots: readonly number[]): number =>
  slots.reduce((mask, slot) => mask | slotBit(slot), 0)

/** All that a read depends on. */
function pictureOf(world: World, link: number, locked: boolean, before: number): string {
  const { cart, sessions, payments, links } = world
  const other = links[1 - link]
  const mine = links[link]
  const numbers = [
    link + 2 * (locked ? 1 : 0) + 4 * before,
    ofLink(mine) * 8 + mine.placed * 4 + mine.payout,
    mine.payout_source * 4 + mine.payout_of,
    other.exists === 0 ? 0 : 1 + ofLink(other),
    sessions.reduce((sum, one) => sum * 32 + one.state * 4 + one.amount, 0),
    ...payments.map(
      (one) =>
        one.link +
        4 * one.session +
        16 * one.amount +
        64 * one.canceled +
        128 * one.captured +
        256 * one.refund +
        1024 * one.on_order
    ),
    cart.total + 2 * cart.miscounted + 4 * cart.order + 16 * cart.order_total,
    cart.link_to_cart + 2 * cart.link_to_collection + 4 * cart.dead_lock,
    cart.completion === 0 ? 0 : 1,
  ]
  return numbers.join()
}

function ofLink(link: Link): number {
  return (
    link.status +
    4 * link.less +
    8 * link.accepted +
    16 * link.total +
    32 * link.session +
    128 * link.excluded +
    256 * link.settled +
    512 * link.foreign +
    1024 * link.for_order
  )
}

/** What `readFacts` reads, of this state as it is when it is asked. */
export function sourcesOf(world: World): FactSources {
  return {
    ledger: {
      transactions: {
        find: async (id) => rowOf(world.links[slotOf(id) - 1], slotOf(id) - 1),
        approvedUnsettled: async () =>
          world.links.flatMap((link, index) =>
            link.exists === 1 &&
            link.status === SERVICE.approved &&
            link.settled === 0 &&
            link.excluded === 0
              ? [rowOf(link, index)]
              : []
          ),
      },
    },
    payouts: {
      payouts: {
        ofTransaction: async (id) => payoutsOf(world.links[slotOf(id) - 1], slotOf(id) - 1),
      },
      attempts: { returned: async () => new Set<string>() },
    },
    medusa: {
      afterCompletion: async () => {
        if (world.cart.completion > 0 || world.cart.dead_lock === 1) {
          throw new CompletionRuns()
        }
      },
    },
    read: {
      place: async () => placeOf(world),
      cartTotal: async () => ({ total: AMOUNTS[world.cart.total], currency: "COP" }),
    },
  }
}

/** The row of a link, as far as the settlement reads it. */
export function rowOf(link: Link, index: number): Transaction {
  const known = rows.get(ofLink(link) * 4 + link.placed * 2 + index)
  if (known !== undefined) {
    return known
  }
  const approved = link.status === SERVICE.approved
  const money = link.foreign === 1 ? PERU : COLOMBIA
  const row = transactionRow.parse({
    ...BLANK_ROW,
    ...money,
    id: `payin_${index + 1}`,
    reference: referenceOf(index),
    session_id: link.session === 0 ? "payses_9" : `payses_${link.session}`,
    order_amount: AMOUNTS[link.total],
    for_order_id: link.for_order === 1 ? ORDER_ID : null,
    requested_amount: AMOUNTS[link.total],
    status: STATUSES[link.status],
    approved_amount: approved ? AMOUNTS[link.less === 1 ? LESS : link.total] : null,
    approved_currency: approved ? money.currency : null,
    settled_at: link.settled === 1 ? THEN : null,
    placed_seen_at: link.placed === 1 ? THEN : null,
    accepted_at: link.accepted === 1 ? THEN : null,
    excluded_at: link.excluded === 1 ? THEN : null,
  })
  rows.set(ofLink(link) * 4 + link.placed * 2 + index, row)
  return row
}

const COLOMBIA = {
  ...{ account: "co", provider_id: "pp_payin_co", country: "CO", currency: "COP" },
}
const PERU = { account: "pe", provider_id: "pp_payin_pe", country: "PE", currency: "PEN" }

const rows = new Map<number, Transaction>()
const REFERENCES = ["01J00000000000000000000001", "01J00000000000000000000002"]
const referenceOf = (index: number): string => REFERENCES[index]

/** Number of the amount that Medusa books of this link. */
export function bookableOf(link: Link): number {
  return AMOUNTS.indexOf(bookableAmount(rowOf(link, 0)))
}

export function fitsOf(link: Link): boolean {
  return receivedFits(rowOf(link, 0))
}

function payoutsOf(link: Link, index: number): Payout[] {
  if (link.payout === PAYOUT.none) {
    return []
  }
  const payout = payoutRow.parse({
    ...BLANK_PAYOUT,
    id: `payout_${index + 1}`,
    amount: AMOUNTS[link.less === 1 ? LESS : link.total],
    order_amount: AMOUNTS[link.less === 1 ? LESS : link.total],
    source: link.payout_source === SOURCE.decision ? "anomaly" : "refund",
    source_id: `source_${index + 1}`,
    refund_id: link.payout_of === 0 ? null : `refund_${link.payout_of}`,
    transaction_id: `payin_${index + 1}`,
    status: link.payout === PAYOUT.sent ? "approved" : "held",
  })
  return [payout]
}

/** What Medusa holds, as the settlement reads it. */
export function placeOf({ cart, sessions, payments }: World): PaymentSnapshot {
  const rows = payments.flatMap((payment, at): Payment[] => {
    if (payment.link === 0) {
      return []
    }
    const amount = AMOUNTS[payment.amount]
    return [
      {
        id: `pay_${at + 1}`,
        amount,
        payment_session_id: payment.session === 0 ? `gone_${at}` : `payses_${payment.session}`,
        data: { reference: referenceOf(payment.link - 1) },
        created_at: THEN,
        captured_at: THEN,
        canceled_at: payment.canceled === 1 ? THEN : null,
        captures: payment.captured === 1 ? [{ id: `capture_${at + 1}`, amount }] : [],
        refunds: payment.refund === REFUND.none ? [] : [{ id: `refund_${at + 1}`, amount }],
      },
    ]
  })
  const captured = sumAmounts(rows.flatMap((payment) => payment.captures))
  const refunded = sumAmounts(rows.flatMap((payment) => payment.refunds))
  const place: PaymentSnapshot = {
    collection: {
      id: COLLECTION,
      amount: AMOUNTS[cart.total],
      currency_code: "cop",
      captured_amount: cart.miscounted === 1 ? addAmounts(captured, AMOUNTS[0]) : captured,
      refunded_amount: refunded,
      payment_sessions: sessions.flatMap(({ state, amount }, at) =>
        state === SESSION.gone
          ? []
          : [
              {
                id: `payses_${at + 1}`,
                provider_id: "pp_payin_co",
                status: SESSION_STATUSES[state],
                amount: AMOUNTS[amount],
                currency_code: "cop",
                authorized_at: null,
                data: {},
              },
            ]
      ),
      payments: rows,
    },
    cart_id: "cart",
    order: null,
    missing_links: [],
  }
  if (isVisible(cart)) {
    place.order = orderOf(cart, payments, rows)
    if (cart.link_to_collection === 0) place.missing_links.push("collection")
    if (cart.link_to_cart === 0) place.missing_links.push("cart")
  }
  return place
}

function orderOf(cart: World["cart"], payments: World["payments"], rows: Payment[]): Order {
  const transactions = payments.flatMap((payment, at) => {
    if (payment.link === 0 || payment.on_order === 0) {
      return []
    }
    const amount = AMOUNTS[payment.amount]
    const capture = { reference: "capture", reference_id: `capture_${at + 1}`, amount }
    const back = { reference: "refund", reference_id: `refund_${at + 1}` }
    return payment.refund === REFUND.none
      ? [capture]
      : [capture, { ...back, amount: subtractAmounts(ZERO, amount) }]
  })
  const counted = sumAmounts(transactions)
  const paid = sumAmounts(rows.filter((_, at) => payments[at]?.on_order === 1))
  const status = cart.order === ORDER.canceled ? "canceled" : "pending"
  const pending_difference = subtractAmounts(AMOUNTS[cart.order_total], counted)
  return {
    id: ORDER_ID,
    status,
    currency_code: "COP",
    created_at: THEN,
    placed_total: AMOUNTS[cart.order_total],
    transactions,
    owed: owedBy({ status, pending_difference, paid_total: paid, transaction_total: counted }),
  }
}

const BLANK_ROW = {
  api_version: null,
  ipn_key_hash: "",
  ticket: null,
  sent_to: null,
  payment_collection_id: COLLECTION,
  cart_id: "cart",
  order_id: null,
  customer_id: null,
  payment_method: "PSE",
  description: "",
  echoed_amount: null,
  reported_amount: null,
  fingerprint: "",
  customer_sealed: "",
  payer_typed_by: null,
  refund_destination_sealed: null,
  status_cause: "service",
  status_changed_at: THEN,
  service_status: null,
  response_message: null,
  payment_url: null,
  instructions: null,
  answer_shape: null,
  expires_at: null,
  card: null,
  released_at: null,
  superseded_at: null,
  lapsed_at: null,
  captured_event_at: null,
  placed_event_at: null,
  asked_at: null,
  looked_up_at: null,
  poll_lookups: 0,
  lookup_after: null,
  lookup_attempts: 0,
  lapses_at: null,
  not_known_count: 0,
  not_known_since: null,
  apply_attempts: 0,
  apply_after: null,
  apply_error: null,
  end_after: null,
  end_attempts: 0,
  ended_at: null,
  leased_by: null,
  leased_until: null,
  fence: 1,
  created_at: THEN,
  updated_at: THEN,
}

const NULL_COLUMNS = [
  "paid_amount goods_amount covered_amount order_id fulfillment_id earlier_refund_id payment_id",
  "anomaly_id beneficiary_id beneficiary_version rule_id rule_version import_id rest_of reason",
  "reason_facts destination_sealed destination_from full_name bank account_type",
  "account_last_four key_holder named_holders approved_version approved_by approved_at unapproved_at created_by",
  "created_by_key note proof reference ticket response_message estimated_time submit_after",
  "release_after",
].flatMap((names) => names.split(" "))

const BLANK_PAYOUT = {
  ...Object.fromEntries(NULL_COLUMNS.map((name) => [name, null])),
  account: "co",
  country: "CO",
  currency: "COP",
  goods_tax: false,
  payment_method: "PSE",
  other_person: false,
  not_paid_here: false,
  status_cause: "created",
  status_changed_at: THEN,
  version: 1,
  makers: [],
  fence: 1,
  created_at: THEN,
  updated_at: THEN,
}
