/** The states of a stored notification. */
export const INBOX_STATUSES = ["received", "processed", "ignored", "dead"] as const

export type InboxStatus = (typeof INBOX_STATUSES)[number]

const MOVES: Record<InboxStatus, readonly InboxStatus[]> = {
  received: ["processed", "ignored", "dead"],
  processed: [],
  ignored: [],
  // Only by hand: an operator retries a dead event.
  dead: ["received"],
}

/** The states that a notification may come to this one from: a statement that moves it asks for them. */
export function inboxStatesBefore(to: InboxStatus): InboxStatus[] {
  return INBOX_STATUSES.filter((from) => MOVES[from].includes(to))
}
