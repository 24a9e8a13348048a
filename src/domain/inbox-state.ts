/** The states of a stored notification (design.md 4). */
export const INBOX_STATUSES = ["received", "processed", "ignored", "dead"] as const

export type InboxStatus = (typeof INBOX_STATUSES)[number]

export type InboxTransition = "move" | "stay" | "forbidden"

const MOVES: Record<InboxStatus, readonly InboxStatus[]> = {
  received: ["processed", "ignored", "dead"],
  processed: [],
  ignored: [],
  // Only by hand: an operator retries a dead event.
  dead: ["received"],
}

/** Whether a notification may go from one state to another. */
export function inboxTransition(from: InboxStatus, to: InboxStatus): InboxTransition {
  if (from === to) {
    return "stay"
  }
  return MOVES[from].includes(to) ? "move" : "forbidden"
}
