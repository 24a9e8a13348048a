import type { AdminLookupAnswer, AdminRemoteTransaction } from "../../api/admin/payin/lookup-types"
import type { Format } from "../format/format"
import { cardText } from "../transactions/card"
import type { Say } from "../text/use-texts"
import { keptOf } from "./kept"

/** One line of the comparison. */
export interface Compared {
  name: string
  remote: string | null
  local: string | null
  /** Both sides say something, and not the same. */
  differs: boolean
}

/** What the service says beside what the store has, line by line. */
export function compare(
  { remote, local }: AdminLookupAnswer,
  say: Say,
  format: Format
): Compared[] {
  const line = (
    name: string,
    said: string | null,
    ours: string | null,
    same: boolean = said === ours
  ): Compared => ({
    name,
    remote: said,
    local: ours,
    differs: said !== null && ours !== null && !same,
  })
  const kept = local && keptOf(local, remote.status, say)
  const { card } = remote
  return [
    line(say("list.status"), remote.raw_status, kept && kept.status, kept?.agrees),
    line(
      say("transactions.amount"),
      remote.amount && moneyOf(remote, format),
      kept && format.money(kept.amount, kept.currency),
      kept !== null &&
        sameAmount(remote.amount, kept.amount) &&
        sameCurrency(remote.currency, kept.currency)
    ),
    line(say("transactions.ticket"), remote.ticket, kept && kept.ticket),
    line(say("transactions.reference"), remote.reference, kept && kept.reference),
    line(say("transactions.answer"), remote.response_message, kept && kept.response_message, true),
    line(
      say("transactions.card"),
      card && cardText(card),
      kept?.card ? cardText(kept.card) : null,
      card?.last_four === kept?.card?.last_four
    ),
    line(
      say("lookup.date"),
      remote.date && say("lookup.theirClock", { date: remote.date }),
      kept && format.zonedTime(kept.created_at),
      true
    ),
    line(say("transactions.method"), remote.type_transaction, kept && kept.payment_method, true),
    line(say("lookup.person"), personOf(remote), null),
  ].filter((one) => one.remote !== null || one.local !== null)
}

function moneyOf({ amount, currency }: AdminRemoteTransaction, format: Format): string | null {
  return amount === null || currency === null ? amount : format.money(amount, currency)
}

function personOf({ customer }: AdminRemoteTransaction): string | null {
  const { full_name, email, legal_doc_type, legal_doc_last_four } = customer
  const document = legal_doc_last_four && `${legal_doc_type ?? ""} …${legal_doc_last_four}`.trim()
  const known = [full_name, email, document].filter(Boolean)
  return known.length === 0 ? null : known.join(" · ")
}

/** Decimal texts that mean the same: "100", "100.00". What one side does not say does not differ. */
export function sameAmount(one: string | null, other: string | null): boolean {
  const plain = (text: string) =>
    text.includes(".") ? text.replace(/0+$/, "").replace(/\.$/, "") : text
  return one === null || other === null || plain(one) === plain(other)
}

function sameCurrency(one: string | null, other: string | null): boolean {
  return one === null || other === null || one === other
}
