import type { AdminEvent } from "../../api/admin/payin/event-types"
import type { AdminTransaction } from "../../api/admin/payin/transaction-types"
import type { Moment } from "../page/timeline"
import type { Say } from "../text/use-texts"
import { TRANSACTION_COLOR } from "./status"

type Dated = Moment & { at: string }

/** What happened to a pay-in, from the link to the capture, and when it came to where it stands now. */
export function transactionMoments(
  transaction: AdminTransaction,
  events: readonly AdminEvent[],
  say: Say
): Moment[] {
  const { created_at, released_at, superseded_at, lapsed_at, settled_at } = transaction
  const marks: [string | null, string, Moment["color"]][] = [
    [released_at, say("transactions.at.released"), "grey"],
    [superseded_at, say("transactions.at.superseded"), "grey"],
    [lapsed_at, say("transactions.at.lapsed"), "orange"],
    [settled_at, say("transactions.at.settled"), "green"],
  ]
  const told = events.map(({ created_at: at, type }): Dated => {
    return { at, title: say("transactions.at.told", { status: type }), color: "blue" }
  })
  const later = marks
    .flatMap(([at, title, color]): Dated[] => (at === null ? [] : [{ at, title, color }]))
    .concat(told, standing(transaction, say))
    .sort((a, b) => a.at.localeCompare(b.at))
  // First whatever the clocks say: a card's money may be dated by the service.
  return [{ at: created_at, title: say("transactions.at.created"), color: "blue" }, ...later]
}

function standing(transaction: AdminTransaction, say: Say): Dated {
  const { status, status_cause, status_changed_at, response_message } = transaction
  return {
    at: status_changed_at,
    title: say("transactions.at.became", { status: say(`status.${status}`) }),
    text: [causeText(status_cause, say), response_message].filter(Boolean).join(" "),
    color: TRANSACTION_COLOR[status],
  }
}

function causeText(cause: string, say: Say): string {
  switch (cause) {
    case "created":
    case "accepted":
    case "service":
    case "refused":
    case "not_received":
    case "accepted_by_operator":
    case "captured":
      return say(`transactions.cause.${cause}`)
    default:
      return cause.replaceAll("_", " ")
  }
}
