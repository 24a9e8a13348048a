/** The states of a stored notification. */
export const INBOX_STATUSES = ["received", "processed", "ignored", "dead"] as const

export type InboxStatus = (typeof INBOX_STATUSES)[number]

const MOVES: Record<InboxStatus, readonly InboxStatus[]> = {
  received: ["processed", "ignored", "dead"],
  // The same news came again later.
  processed: ["received"],
  ignored: [],
  // The same, or an operator retries it.
  dead: ["received"],
}

/**
 * The states from which a notification may reach this one: the condition of the statement that
 * moves it.
 */
export function inboxStatesBefore(to: InboxStatus): InboxStatus[] {
  return INBOX_STATUSES.filter((from) => MOVES[from].includes(to))
}
