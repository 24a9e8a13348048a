import { BigNumber } from "bignumber.js"
import type { Books } from "./books"
import { sum } from "./captured"
import { APPROVAL_ABOVE, fourEyesViolations } from "./four-eyes-invariants"
import type { Violation } from "./invariants"
import { outcomeViolations } from "./outcome-invariants"
import { leftBy, type PaidRecord, type PayoutBooks, type PayoutRecord } from "./payout-books"
import { payoutProgressViolations } from "./payout-progress"
import { sellerViolations } from "./seller-invariants"

/** Decimals of an amount on the wire (docs/service.md#amounts). */
const DECIMALS: Record<string, number> = { COP: 0, PEN: 2 }
/** What came by link or card goes back as a payout. */
const PAYS_OUT = /^pp_payin(-card)?_/
const REFUSED: readonly string[] = ["REJECTED", "DECLINED", "EXPIRED"]

/** What is promised of money that goes out, against the service's own record. */
export function payoutViolations(books: Books): Violation[] {
  const { out } = books
  return [
    ...onePerIntent(out),
    ...allKnown(out),
    ...neverMoreThanArrived(books),
    ...refundsArePaid(books),
    ...decisionsArePaid(out),
    ...approvedByAnother(out),
    ...oncePerPress(out),
    ...restsPayTheRest(out),
    ...audited(out),
    ...outcomeViolations(books),
    ...fourEyesViolations(out),
    ...payoutProgressViolations(out),
    ...sellerViolations(out),
  ]
}

/** For every intent at most one payout that the service took and did not reject. */
function onePerIntent({ paid, payouts }: PayoutBooks): Violation[] {
  const invariant = "one intent is paid once"
  const unknown = paid.filter(({ payout_id }) => !payouts.some(({ id }) => id === payout_id))
  return [
    ...unknown.map(({ reference, payout_id }) => ({
      invariant: "what is sent was written before",
      subject: reference,
      detail: `no payout ${payout_id}`,
    })),
    ...payouts.flatMap(({ id }) => {
      const taken = paid.filter((one) => one.payout_id === id && isTaken(one))
      const detail = taken.map(({ reference, status }) => `${reference} ${status}`).join("; ")
      return taken.length < 2 ? [] : [{ invariant, subject: id, detail }]
    }),
  ]
}

/** What the service took, and did not reject. What it first rejected and then paid nobody could foresee. */
function isTaken({ status, contradicted }: PaidRecord): boolean {
  return !REFUSED.includes(status) && !contradicted
}

/**
 * Every payout at the service is an attempt here, of the same money, and both say the same. One that nobody wanted any
 * more was ended when the service had long not known it; if it then turns up, a person is told.
 */
function allKnown({ paid, attempts, questions }: PayoutBooks): Violation[] {
  const invariant = "every payout at the service is known here, in its state"
  return paid.flatMap((one) => {
    const { reference: subject, ticket, payout_id, amount, currency, contradicted, status } = one
    const attempt = attempts.find(({ reference }) => reference === subject)
    if (attempt === undefined) {
      return [{ invariant, subject, detail: `no attempt; the service says ${status}` }]
    }
    const due = new BigNumber(attempt.amount).shiftedBy(DECIMALS[currency])
    const isNewest = paid.filter(({ reference }) => reference === subject).length === 1
    const said = STATES[status] ?? "unknown"
    const isTold = questions.some(
      (asked) => asked.kind === "status_changed_after_final" && asked.payout_id === payout_id
    )
    const wrong: [boolean, string][] = [
      [attempt.payout_id !== payout_id, `it belongs to ${attempt.payout_id}`],
      [attempt.currency !== currency || !due.eq(amount), `${attempt.amount} ${attempt.currency}`],
      [isNewest && attempt.ticket !== null && attempt.ticket !== ticket, `another ticket`],
      [
        isNewest && !contradicted && !isTold && attempt.status !== said,
        `the service says ${status}, the attempt ${attempt.status}`,
      ],
    ]
    return wrong
      .filter(([holds]) => holds)
      .map(([, detail]) => ({ invariant, subject, detail: `${detail} (${amount} ${currency})` }))
  })
}

const STATES: Record<string, string> = {
  CREATED: "pending",
  PENDING: "pending",
  APPROVED: "approved",
  REJECTED: "rejected",
  DECLINED: "rejected",
  EXPIRED: "rejected",
}

/** What left for a pay-in, by whatever road, is never more than what the service says came in. */
function neverMoreThanArrived({ out, payIns, service }: Books): Violation[] {
  const invariant = "never more is given back than arrived"
  return payIns.flatMap(({ id, reference, approved_amount, currency }) => {
    const own = out.payouts.filter(({ transaction_id }) => transaction_id === id)
    const left = own.flatMap((payout) => [
      ...out.paid.filter((one) => one.payout_id === payout.id && isTaken(one)).map(leftBy),
      ...(payout.status === "paid_elsewhere" ? [payout.amount] : []),
    ])
    const returned = sum(left)
    const arrived = service.find((one) => one.reference === reference)
    const limits = [
      approved_amount ?? "0",
      ...(arrived?.status === "APPROVED" && !arrived.contradicted
        ? [major(arrived.paid_amount, currency)]
        : []),
    ]
    const limit = BigNumber.min(...limits)
    const detail = `${returned.toFixed()} of ${limit.toFixed()}, by ${own.map(told).join("; ")}`
    return returned.lte(limit) ? [] : [{ invariant, subject: reference, detail }]
  })
}

/**
 * A payout and its rests together pay what was ordered of the first, and each rest is ordered once. What a person
 * misreported nobody could know.
 */
function restsPayTheRest({ payouts, paid, attempts }: PayoutBooks): Violation[] {
  const invariant = "a payout and its rests pay what was ordered"
  const rests = payouts.filter(({ rest_of }) => rest_of !== null)
  const firsts = payouts.filter(
    ({ id, rest_of }) => rest_of === null && rests.some((one) => one.rest_of === id)
  )
  return firsts.flatMap(({ id: subject, currency }) => {
    const family = withRests(payouts, subject)
    const taken = paid.filter(
      (one) => one.payout_id !== null && family.includes(one.payout_id) && isTaken(one)
    )
    const ordered = attempts.filter(
      ({ payout_id, reference }) =>
        payout_id === subject && paid.some((one) => one.reference === reference && isTaken(one))
    )
    const most = BigNumber.max(0, ...ordered.map(({ amount }) => amount))
    const left = sum(taken.map(leftBy))
    const detail = `${left.toFixed()} of ${most.toFixed()} ${currency}, by ${family.join()}`
    return ordered.length === 0 || left.lte(most) ? [] : [{ invariant, subject, detail }]
  })
}

function withRests(payouts: readonly PayoutRecord[], id: string): string[] {
  const own = payouts.filter(({ rest_of }) => rest_of === id)
  return [id, ...own.flatMap((one) => withRests(payouts, one.id))]
}

/** What Medusa shows as refunded is covered whole (captures.ts: at all), and nothing else is paid as a refund. */
function refundsArePaid(books: Books): Violation[] {
  const { payouts, paid } = books.out
  const refunds = books.payments
    .filter(({ provider_id }) => PAYS_OUT.test(provider_id))
    .flatMap((payment) => payment.refunds)
  const foreign = payouts.filter(
    ({ id, source, refund_id, status }) =>
      source === "refund" &&
      !refunds.some((refund) => refund.id === refund_id) &&
      (status !== "canceled" || paid.some((one) => one.payout_id === id && isTaken(one)))
  )
  return [
    ...refunds.flatMap(({ id, amount }) => tooLittle(books, id, amount)),
    ...foreign.map((payout) => ({
      invariant: "no payout of a refund that Medusa took back",
      subject: payout.id,
      detail: told(payout),
    })),
  ]
}

/** What a refund pays out, and what a person is asked about, come to its amount but for what rounding takes. */
function tooLittle({ out }: Books, refundId: string, amount: string): Violation[] {
  const own = out.payouts.filter(
    ({ refund_id, status }) => refund_id === refundId && status !== "canceled"
  )
  const asked = out.questions.filter(
    ({ kind, subject }) => kind === "refund_without_payout" && subject === refundId
  )
  if (own.length === 0) {
    return []
  }
  const covered = sum([
    ...own.map((one) => one.amount),
    ...asked.flatMap((one) => one.amount ?? []),
  ])
  const unit = new BigNumber(1).shiftedBy(-DECIMALS[own[0].currency])
  return covered.plus(unit).gte(amount)
    ? []
    : [
        {
          invariant: "a refund is covered whole",
          subject: refundId,
          detail: `${covered.toFixed()} of ${amount}`,
        },
      ]
}

/** What a person decided to give back is on its way. */
function decisionsArePaid({ questions, payouts }: PayoutBooks): Violation[] {
  const invariant = "no decision to give back without its payout"
  return [
    ...questions
      .filter(({ refund_amount }) => refund_amount !== null)
      .filter(({ id }) => !payouts.some(({ anomaly_id }) => anomaly_id === id))
      .map(({ id, kind, refund_amount }) => ({
        invariant,
        subject: id,
        detail: `${kind}, ${refund_amount}`,
      })),
    ...payouts
      .filter(({ source, status }) => source === "anomaly" && status !== "canceled")
      .filter(({ anomaly_id }) => {
        const question = questions.find(({ id }) => id === anomaly_id)
        return question?.refund_amount == null
      })
      .map((payout) => ({
        invariant: "no payout of a decision that nobody took",
        subject: payout.id,
        detail: told(payout),
      })),
  ]
}

/** Actions in the audit by which an operator becomes a maker. */
const MAKING = ["created", "edited", "destination_given", "details_changed", "link_made"]

/** Above the limit somebody agreed who had no part in it, to what was then sent. */
function approvedByAnother({ payouts, attempts, audit }: PayoutBooks): Violation[] {
  const invariant = "above the limit two people agree"
  return payouts.flatMap((payout) => {
    const { id, amount, currency, version, approved_version, approved_by } = payout
    const limit = currency === "COP" || currency === "PEN" ? APPROVAL_ABOVE[currency] : "0"
    const isSent =
      attempts.some(({ payout_id, sends }) => payout_id === id && sends > 0) &&
      ["sending", "unknown", "pending", "approved"].includes(payout.status)
    if (!isSent || new BigNumber(amount).lte(limit)) {
      return []
    }
    // The plugin's own list, and what its audit says that people did.
    const acted = audit.filter(
      ({ subject_id, action }) => subject_id === id && MAKING.includes(action)
    )
    const changed = acted.filter(({ facts }) => facts?.rest === undefined)
    const makers = [payout.created_by, ...payout.makers, ...changed.map(({ actor_id }) => actor_id)]
    // A rest that is taken from it, or owed by it again, changes what was paid already.
    const since = acted.filter(({ facts }) => facts?.rest !== undefined).length
    const isOfVersion = approved_version !== null && approved_version + since >= version
    return approved_by !== null && isOfVersion && !makers.includes(approved_by)
      ? []
      : [{ invariant, subject: id, detail: JSON.stringify(payout) }]
  })
}

/** One press of a button, however often it arrived, made one payout. */
function oncePerPress({ presses, payouts }: PayoutBooks): Violation[] {
  const invariant = "a double click pays once"
  const made = payouts.filter(({ source, rest_of }) => source === "operator" && rest_of === null)
  const differing = presses.filter(({ ids }) => new Set(ids).size > 1)
  const pressed = presses.filter(({ makes }) => makes === "payout")
  const lost = pressed.flatMap(({ ids }) =>
    ids.filter((id) => !made.some((payout) => payout.id === id))
  )
  const lostRests = presses
    .filter(({ makes }) => makes === "rest")
    .flatMap(({ ids }) => ids.filter((id) => !payouts.some((one) => one.id === id && one.rest_of)))
  return [
    ...differing.map(({ key, ids }) => ({ invariant, subject: key, detail: ids.join() })),
    ...[...lost, ...lostRests].map((id) => ({
      invariant,
      subject: id,
      detail: "answered, and not there",
    })),
    ...(made.length > pressed.length
      ? [
          {
            invariant,
            subject: "operator",
            detail: `${made.length} of ${pressed.length} presses`,
          },
        ]
      : []),
  ]
}

/** The lines of each payout lead from its creation to its state, none left out. */
function audited({ payouts, audit }: PayoutBooks): Violation[] {
  const invariant = "the audit trail tells each step"
  return payouts.flatMap(({ id, status }) => {
    const lines = audit.filter(({ subject_id }) => subject_id === id)
    const states = new Set(lines.flatMap(({ from_status, to_status }) => [from_status, to_status]))
    // As often entered as left, but for the state it is in; nobody enters what is before creation.
    const broken = [...states, status].some((state) => {
      const entered = lines.filter(({ to_status }) => to_status === state).length
      const left = lines.filter(({ from_status }) => from_status === state).length
      return entered - left !== (state === status ? 1 : 0) - (state === null ? 1 : 0)
    })
    const detail = lines.map((line) => `${line.from_status} > ${line.to_status}`).join(", ")
    return broken ? [{ invariant, subject: id, detail: `${status}: ${detail}` }] : []
  })
}

function told({ id, source, status, amount }: PayoutRecord): string {
  return `${id} (${source}, ${status}, ${amount})`
}

function major(wire: number, currency: string): string {
  return new BigNumber(wire).shiftedBy(-(DECIMALS[currency] ?? 0)).toFixed()
}
