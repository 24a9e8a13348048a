import { BigNumber } from "bignumber.js"
import type { Violation } from "./invariants"
import type { PayoutBooks, PayoutRecord } from "./payout-books"
import type { ParcelRecord, RuleRecord, ShareRecord } from "./seller-books"
import { owedFor, type Owed } from "./seller-share"

const REFUSED: readonly string[] = ["REJECTED", "DECLINED", "EXPIRED"]
const DECIMALS: Record<string, number> = { COP: 0, PEN: 2 }
const UNSENT: readonly string[] = ["held", "awaiting_destination", "awaiting_approval", "queued"]
/** What was decided about, by the service or by a person who paid otherwise. */
const GIVEN: readonly string[] = ["pending", "unknown", "approved", "paid_elsewhere"]
const WHOLE = { percent: "100", tax: true }
const HAPPENED = {
  "order.fulfillment_created": () => true,
  "shipment.created": ({ shipped }: ParcelRecord) => shipped,
  "delivery.created": ({ delivered }: ParcelRecord) => delivered,
}

/** A payout that a rule made, with all that it came from. */
interface Share {
  record: ShareRecord
  payout: PayoutRecord
  rule: RuleRecord
  parcel: ParcelRecord
  owed: Owed
  /** What the service took of it and did not reject, in major units. */
  taken: BigNumber[]
  /** The service changed its word about some of it. */
  contradicted: boolean
}

/**
 * What is promised to sellers, against the service's own record
 * (docs/decisions/0024-seller-payouts.md).
 */
export function sellerViolations(books: PayoutBooks): Violation[] {
  const shares = books.sellers.shares.flatMap((record) => shareOf(books, record) ?? [])
  return [
    ...noneWithout(books, shares),
    ...shares.flatMap((share) => [
      ...oncePaid(shares, share),
      ...rightAmount(share),
      ...withdrawnForNothing(books, share),
      ...ofCanceledParcel(books, share),
      ...agreedByAnother(share),
    ]),
    ...noParcelGivesMore(books, shares),
    ...coveredByNothing(shares),
    ...nobodyForgotten(books, shares),
  ]
}

function shareOf({ sellers, payouts, paid }: PayoutBooks, record: ShareRecord): Share | null {
  const payout = payouts.find(({ id }) => id === record.payout_id)
  const present = sellers.rules.find(({ id }) => id === record.rule_id)
  const parcel = sellers.parcels.find(({ id }) => id === record.fulfillment_id)
  if (payout === undefined || present === undefined || parcel === undefined) {
    return null
  }
  const rule = ruleOf(record, present, parcel)
  const own = paid.filter(({ payout_id }) => payout_id === payout.id)
  const taken = own
    .filter(({ status, contradicted }) => !REFUSED.includes(status) && !contradicted)
    .map(({ amount, currency }) => new BigNumber(amount).shiftedBy(-DECIMALS[currency]))
  const owed = owedFor(rule, parcel)
  const contradicted = own.some((one) => one.contradicted)
  return { record, payout, rule, parcel, owed, taken, contradicted }
}

/** The rule with the percent by which the share was reckoned: people change it, and shares stay. */
function ruleOf({ order_amount }: ShareRecord, rule: RuleRecord, parcel: ParcelRecord): RuleRecord {
  const all = rule.percents.map((percent) => ({ ...rule, percent }))
  const largest = [...all].sort((a, b) => Number(b.percent) - Number(a.percent)).at(0)
  return all.find((one) => owedFor(one, parcel).most.eq(order_amount)) ?? largest ?? rule
}

/** Nobody is paid for a parcel that is not there, or before what the rule waits for has happened. */
function noneWithout({ sellers, payouts }: PayoutBooks, shares: readonly Share[]): Violation[] {
  const invariant = "no share without what it is for"
  const lost = sellers.shares.filter(
    ({ payout_id }) =>
      payouts.find(({ id }) => id === payout_id)?.status !== "canceled" &&
      !shares.some(({ payout }) => payout.id === payout_id)
  )
  const early = shares.filter(({ rule, parcel }) => !HAPPENED[rule.trigger](parcel))
  return [
    ...lost.map(({ payout_id, source_id }) => ({
      invariant,
      subject: payout_id,
      detail: `no rule, or no parcel, ${source_id}`,
    })),
    ...early.map(({ payout, rule, parcel }) => ({
      invariant,
      subject: payout.id,
      detail: `${rule.trigger} of ${parcel.id} did not happen`,
    })),
  ]
}

/** Per rule and fulfillment at most one payout that the service took and did not reject. */
function oncePaid(shares: readonly Share[], { record, payout }: Share): Violation[] {
  const same = shares.filter((one) => one.record.source_id === record.source_id)
  const taken = same.flatMap((one) => one.taken)
  return taken.length < 2 || same[0].payout.id !== payout.id
    ? []
    : [
        {
          invariant: "a share is paid once",
          subject: record.source_id,
          detail: taken.map((amount) => amount.toFixed()).join("; "),
        },
      ]
}

/** Never more than the share of the goods in the parcel, and all of it when nothing came back. */
function rightAmount({ record, payout, owed, taken, contradicted }: Share): Violation[] {
  const { id: subject, amount, status } = payout
  const all = taken.reduce((sum, one) => sum.plus(one), new BigNumber(0))
  const given = taken.length > 0 ? all : new BigNumber(amount)
  const isGiven = (taken.length > 0 || GIVEN.includes(status)) && !contradicted
  const { most, least, certain } = owed
  const bounds = `${least.toFixed()} to ${most.toFixed()}`
  const agreed = new BigNumber(record.order_amount)
  const whole = given.plus(isGiven ? record.covered_amount : 0)
  const wrong: [boolean, string, string][] = [
    [
      agreed.gt(most) || (certain && !agreed.eq(most)),
      "a share is the percent of the goods in the parcel",
      `${agreed.toFixed()} of ${most.toFixed()}`,
    ],
    [
      whole.gt(most) && given.gt(0),
      "no seller gets more than the share",
      `${whole.toFixed()} of ${most.toFixed()}, ${status}`,
    ],
    [
      isGiven && whole.lt(least),
      "no seller is underpaid",
      `${whole.toFixed()}, owed ${bounds}, ${status}`,
    ],
  ]
  return wrong
    .filter(([holds]) => holds)
    .map(([, invariant, detail]) => ({ invariant, subject, detail }))
}

/**
 * A share that the plugin canceled by itself has one of three reasons: its parcel was canceled, all
 * its goods came back, or earlier payouts for canceled parcels paid it.
 */
function withdrawnForNothing(
  { audit }: PayoutBooks,
  { record, payout, parcel, owed }: Share
): Violation[] {
  const line = audit
    .filter(({ subject_id, to_status }) => subject_id === payout.id && to_status === "canceled")
    .at(-1)
  const byItself = payout.status === "canceled" && line?.actor_type === "system"
  return !byItself || parcel.canceled || owed.least.lte(record.covered_amount)
    ? []
    : [
        {
          invariant: "no share is withdrawn for nothing",
          subject: payout.id,
          detail: `${owed.least.toFixed()} to ${owed.most.toFixed()} is owed`,
        },
      ]
}

/** A person is shown the payouts of canceled parcels that left, and no others. */
function ofCanceledParcel(
  { questions }: PayoutBooks,
  { payout, parcel, taken }: Share
): Violation[] {
  if (!parcel.canceled) {
    return []
  }
  const subject = payout.id
  const isShown = questions.some(
    ({ kind, payout_id }) => kind === "payout_for_canceled_fulfillment" && payout_id === payout.id
  )
  const hasLeft = taken.length > 0 || payout.status === "paid_elsewhere"
  return [
    ...(UNSENT.includes(payout.status)
      ? [
          {
            invariant: "a canceled parcel pays nobody any more",
            subject,
            detail: payout.status,
          },
        ]
      : []),
    ...(hasLeft && !isShown
      ? [
          {
            invariant: "what was paid for a canceled parcel is shown",
            subject,
            detail: `${payout.status}, ${parcel.id}`,
          },
        ]
      : []),
  ]
}

/**
 * Who set the share of a rule, or where its money goes, agrees to no payout of it. What was agreed to before a
 * later change is nothing any more.
 */
function agreedByAnother({ payout }: Share): Violation[] {
  const { approved_by, approved_version, version, makers, id: subject } = payout
  return approved_by === null || approved_version !== version || !makers.includes(approved_by)
    ? []
    : [{ invariant: "a share is agreed to by another", subject, detail: approved_by }]
}

/** All sellers of a parcel together never get more than its goods are worth. */
function noParcelGivesMore({ sellers }: PayoutBooks, shares: readonly Share[]): Violation[] {
  return sellers.parcels.flatMap((parcel) => {
    const given = shares
      .filter((share) => share.parcel.id === parcel.id)
      .flatMap(({ taken, payout }) =>
        payout.status === "paid_elsewhere" ? [new BigNumber(payout.amount)] : taken
      )
      .reduce((sum, one) => sum.plus(one), new BigNumber(0))
    const [rule] = sellers.rules
    if (given.isZero() || given.lte(owedFor({ ...rule, ...WHOLE }, parcel).most)) {
      return []
    }
    const detail = `${given.toFixed()} was paid`
    return [{ invariant: "no parcel pays more than it is worth", subject: parcel.id, detail }]
  })
}

/** Only payouts of canceled parcels, and canceled payouts, cover other parcels of the order. */
function coveredByNothing(shares: readonly Share[]): Violation[] {
  const orders = new Set(shares.map(({ parcel }) => parcel.order_id))
  return [...orders].flatMap((order) => {
    const own = shares.filter(({ parcel }) => parcel.order_id === order)
    const sum = (all: readonly (string | BigNumber)[]) =>
      all.reduce<BigNumber>((total, one) => total.plus(one), new BigNumber(0))
    const covered = sum(
      own.flatMap(({ parcel, record }) => (parcel.canceled ? [] : [record.covered_amount]))
    )
    const left = sum(
      own
        .filter(({ parcel, payout, taken, contradicted }) => {
          const hasLeft = taken.length > 0 || contradicted || payout.status === "paid_elsewhere"
          return (parcel.canceled || payout.status === "canceled") && hasLeft
        })
        .map(({ payout }) => payout.amount)
    )
    const detail = `${covered.toFixed()} of ${left.toFixed()}`
    return covered.lte(left)
      ? []
      : [{ invariant: "a share is covered by what left", subject: order, detail }]
  })
}

/** Every rule that has to pay for a parcel did, or says why not. */
function nobodyForgotten({ sellers, audit }: PayoutBooks, shares: readonly Share[]): Violation[] {
  const invariant = "no share is forgotten"
  // A payout that left for a canceled parcel covers the next one. If it comes back, a person is told.
  const isOpen = (order: string) =>
    shares.some(
      ({ parcel, payout, contradicted }) =>
        parcel.canceled &&
        parcel.order_id === order &&
        (contradicted || ["sending", "unknown", "pending"].includes(payout.status))
    )
  return sellers.parcels
    .filter(({ canceled, order_id }) => !canceled && !isOpen(order_id))
    .flatMap((parcel) =>
      sellers.rules
        .filter(
          ({ currency, trigger }) => currency === parcel.currency && HAPPENED[trigger](parcel)
        )
        .filter((rule) => owedFor(rule, parcel).most.gt(0))
        .map(({ id }) => `${id}:${parcel.id}`)
        .filter(
          (source) =>
            !sellers.shares.some(({ source_id }) => source_id === source) &&
            !audit.some(
              ({ subject_id, action }) => subject_id === source && action === "nothing_due"
            )
        )
        .map((subject) => ({ invariant, subject, detail: `order ${parcel.order_id}` }))
    )
}

/** Null when a share that is held waits for the payment of its order, as it says. */
export function whyHeld({ sellers }: PayoutBooks, { id, reason }: PayoutRecord): string | null {
  const share = sellers.shares.find(({ payout_id }) => payout_id === id)
  const parcel = sellers.parcels.find((one) => one.id === share?.fulfillment_id)
  return reason === "payment_not_captured" && (parcel?.paid_for === false || parcel?.owes)
    ? null
    : (reason ?? "no reason")
}
