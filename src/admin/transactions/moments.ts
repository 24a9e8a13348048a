import type { AdminEvent, AdminTransaction } from "../../api/admin/payin/types"
import type { Moment } from "../page/timeline"
import type { Say } from "../text/use-texts"
import { TRANSACTION_COLOR } from "./status"

type Dated = Moment & { at: string }

/** What happened to a pay-in, from the link to the capture; where it stands now comes last. */
export function transactionMoments(
  transaction: AdminTransaction,
  events: readonly AdminEvent[],
  say: Say
): Moment[] {
  const { created_at, released_at, superseded_at, lapsed_at, settled_at } = transaction
  const marks: [string | null, string, Moment["color"]][] = [
    [created_at, say("transactions.at.created"), "blue"],
    [released_at, say("transactions.at.released"), "grey"],
    [superseded_at, say("transactions.at.superseded"), "grey"],
    [lapsed_at, say("transactions.at.lapsed"), "orange"],
    [settled_at, say("transactions.at.settled"), "green"],
  ]
  const told = events.map(({ created_at: at, type }): Dated => {
    return { at, title: say("transactions.at.told", { status: type }), color: "blue" }
  })
  const dated = marks
    .flatMap(([at, title, color]): Dated[] => (at === null ? [] : [{ at, title, color }]))
    .concat(told)
    .sort((a, b) => a.at.localeCompare(b.at))
  return [...dated, now(transaction, say)]
}

function now({ status, status_cause, response_message }: AdminTransaction, say: Say): Moment {
  return {
    at: null,
    title: `${say("transactions.at.now")}: ${say(`status.${status}`)}`,
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
      return say(`transactions.cause.${cause}`)
    default:
      return cause
  }
}
