import { z } from "zod"
import type { AttemptStatus } from "./attempt"
import { payoutStatusFor } from "./state"
import { readServiceStatus } from "../service/status"

/** The reference that a payout waits for, and of which payout it is. */
const doubted = z.object({ reference: z.string(), payout_id: z.string().optional() })

/** A payout whose outcome a person reports. */
interface OpenPayout {
  id: string
  /** The newest reference. */
  reference: string | null
  reason_facts: Record<string, unknown> | null
}

/** One of its attempts. */
interface OpenAttempt {
  reference: string
  status: AttemptStatus
  /** The status of the last lookup; null: no lookup found the attempt. */
  service_status: string | null
  /** When a person reported its outcome. */
  concluded_at: Date | null
}

/** References of which a person may report the outcome. */
export interface OutcomeReferences {
  /** The plugin or the service doubts how it ended. */
  doubted: string[]
  /** On its way, as far as anybody knows. */
  open: string[]
}

/**
 * The references of which the outcome is not known. What a person says of one says nothing of
 * another one, which may be on its way. None when the payout waits for another payout.
 */
export function outcomeReferences(
  { id, reference, reason_facts }: OpenPayout,
  attempts: readonly OpenAttempt[]
): OutcomeReferences {
  const facts = doubted.safeParse(reason_facts)
  if (facts.success && (facts.data.payout_id ?? id) !== id) {
    return { doubted: [], open: [] }
  }
  const named = facts.success ? facts.data.reference : null
  const isOpen = ({ status }: OpenAttempt) => status === "unknown" || status === "pending"
  const isDoubted = (one: OpenAttempt) => one.reference === named || isTakenBack(one)
  const found = {
    doubted: attempts.filter(isDoubted),
    open: attempts.filter((one) => isOpen(one) && !isDoubted(one)),
  }
  const newest = attempts.filter((one) => one.reference === reference)
  const isNone = found.doubted.length === 0 && found.open.length === 0
  const references = (ones: readonly OpenAttempt[]) => ones.map((one) => one.reference)
  return {
    doubted: references(isNone ? newest : found.doubted),
    open: references(found.open),
  }
}

/** Whether the service itself speaks otherwise of an attempt that it rejected. */
function isTakenBack({ status, service_status, concluded_at }: OpenAttempt): boolean {
  return (
    status === "rejected" &&
    concluded_at === null &&
    service_status !== null &&
    payoutStatusFor(readServiceStatus(service_status)) !== "rejected"
  )
}
