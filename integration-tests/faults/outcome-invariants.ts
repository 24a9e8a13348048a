import { z } from "zod"
import type { Books } from "./books"
import { sum } from "./captured"
import type { Violation } from "./invariants"
import { leftBy, type AttemptRecord, type PaidRecord, type PayoutBooks } from "./payout-books"

const REFUSED: readonly string[] = ["REJECTED", "DECLINED", "EXPIRED"]
/** What tells a person that a payout may have been paid twice, or not at all. */
const TELLING = ["status_changed_after_final", "payout_amount_mismatch"]

const reported = z.object({ reference: z.string(), outcome: z.enum(["paid", "not_paid"]) })

/** What a person said at last of one reference. */
type Report = z.infer<typeof reported> & { payout_id: string }

/**
 * What is promised of payouts whose outcome a person reported, against the service's own record: a report is only
 * believed until the service says otherwise (docs/decisions/0013-unknown-is-a-state.md).
 */
export function outcomeViolations(books: Books): Violation[] {
  const { out } = books
  return [...falseReports(out), ...paidTwice(out), ...moreThanArrived(books)]
}

/**
 * Whether a person's report is why a payout is not what the service says of it: until then nothing was wrong. The
 * report decides about all references of its payout.
 */
export function isMisreported(
  { audit, attempts }: Pick<PayoutBooks, "audit" | "attempts">,
  { reference, payout_id, status }: Pick<PaidRecord, "reference" | "payout_id" | "status">
): boolean {
  const attempt = attempts.find((one) => one.reference === reference)
  const isReported = audit.some(
    ({ subject_id, action }) => subject_id === payout_id && action === "concluded"
  )
  return isReported && attempt !== undefined && differs(attempt, status)
}

function differs({ status }: AttemptRecord, said: string): boolean {
  return (
    (status === "approved" && REFUSED.includes(said)) ||
    (status === "rejected" && !REFUSED.includes(said))
  )
}

/** What was reported otherwise than the service says is an anomaly, which nobody but a person closes. */
function falseReports(out: PayoutBooks): Violation[] {
  return reportsOf(out).flatMap(({ reference, outcome, payout_id }) => {
    const said = out.paid.find((one) => one.reference === reference)?.status
    const isFalse =
      said !== undefined && (outcome === "paid" ? REFUSED.includes(said) : said === "APPROVED")
    const attempt = out.attempts.find((one) => one.reference === reference)
    const isTold = out.questions.some(
      ({ kind, subject, status, action }) =>
        kind === "status_changed_after_final" &&
        subject === attempt?.id &&
        (status === "open" || action !== "settled")
    )
    return !isFalse || isTold
      ? []
      : [
          {
            invariant: "a false report ends in an anomaly",
            subject: payout_id,
            detail: `${reference} was reported as ${outcome}, the service says ${said}`,
          },
        ]
  })
}

/** The newest report of each reference. */
function reportsOf({ audit }: PayoutBooks): Report[] {
  const newest = new Map<string, Report>()
  for (const { action, subject_id, facts } of audit) {
    const report = reported.safeParse(facts)
    if (action === "concluded" && report.success) {
      newest.set(report.data.reference, { ...report.data, payout_id: subject_id })
    }
  }
  return [...newest.values()]
}

/** However it came about, a person is told of each payout that was paid twice. */
function paidTwice(out: PayoutBooks): Violation[] {
  return out.payouts.flatMap(({ id, status, amount }) => {
    const given = takenOf(out, id).map(({ reference }) => reference)
    const ways = [...given, ...(status === "paid_elsewhere" ? ["by hand"] : [])]
    return ways.length < 2 || isTold(out, [id])
      ? []
      : [
          {
            invariant: "nobody is paid twice in silence",
            subject: id,
            detail: `${amount}: ${ways.join("; ")}`,
          },
        ]
  })
}

/** What left for a pay-in, and what a person says left, is no more than arrived unless a person is told. */
function moreThanArrived({ out, payIns }: Books): Violation[] {
  return payIns.flatMap(({ id, reference, approved_amount }) => {
    const own = out.payouts.filter(({ transaction_id }) => transaction_id === id)
    const given = sum(
      own.flatMap((payout) => [
        ...takenOf(out, payout.id).map(leftBy),
        ...(payout.status === "paid_elsewhere" ? [payout.amount] : []),
      ])
    )
    const told = isTold(
      out,
      own.map((payout) => payout.id)
    )
    return given.lte(approved_amount ?? "0") || told
      ? []
      : [
          {
            invariant: "more than arrived never leaves in silence",
            subject: reference,
            detail: `${given.toFixed()} of ${approved_amount}`,
          },
        ]
  })
}

/** What the service took and did not reject, whatever anybody said of it before. */
function takenOf({ paid }: PayoutBooks, payoutId: string): PaidRecord[] {
  return paid.filter(({ payout_id, status }) => payout_id === payoutId && !REFUSED.includes(status))
}

function isTold({ questions }: PayoutBooks, payoutIds: readonly string[]): boolean {
  return questions.some(
    ({ kind, payout_id, status, action }) =>
      payoutIds.includes(payout_id ?? "") &&
      TELLING.includes(kind) &&
      (status === "open" || action !== "settled")
  )
}
