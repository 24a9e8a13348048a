/** The states of a stored notification. */
export const INBOX_STATUSES = ["received", "processed", "ignored", "dead"] as const

export type InboxStatus = (typeof INBOX_STATUSES)[number]

const MOVES: Record<InboxStatus, readonly InboxStatus[]> = {
  received: ["processed", "ignored", "dead"],
  // The same news once more, after other news of its subject.
  processed: ["received"],
  ignored: [],
  // Only an operator does this, by retrying a dead event.
  dead: ["received"],
}

/**
 * The states from which a notification may reach this one: the condition of the statement that
 * moves it.
 */
export function inboxStatesBefore(to: InboxStatus): InboxStatus[] {
  return INBOX_STATUSES.filter((from) => MOVES[from].includes(to))
}
