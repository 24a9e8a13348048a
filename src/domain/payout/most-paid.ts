import { compareAmounts, isPowerOfTenApart, sameAmount, type MajorAmount } from "../money/amount"
import type { AttemptStatus } from "./attempt"

/** One attempt, and the most that the service said it paid of it. Amounts in major units. */
interface PaidAttempt {
  status: AttemptStatus
  amount: MajorAmount
  currency: string
  most_paid: MajorAmount | null
}

interface PaidReport {
  status: "pending" | "approved" | "rejected"
  amount: MajorAmount | null
  currency: string | null
}

/**
 * Refund limit: the most that the service said it paid of an attempt. It never falls because a later
 * answer says less, or speaks of an earlier step. Two answers take it back: the final one that the
 * attempt was rejected, unless it counts as paid, and the ordered amount after that amount times a
 * power of ten, which was a wrong unit.
 */
export function mostPaid(attempt: PaidAttempt, report: PaidReport): MajorAmount | null {
  const { status, amount, currency, most_paid } = attempt
  if (report.status === "rejected" && status !== "approved") {
    return null
  }
  const named = report.currency === currency ? report.amount : null
  if (report.status !== "approved" || named === null) {
    return most_paid
  }
  const isLess = most_paid !== null && compareAmounts(named, most_paid) < 0
  const isCorrected = isLess && sameAmount(named, amount) && isPowerOfTenApart(amount, most_paid)
  return isLess && !isCorrected ? most_paid : named
}
