import type { AdminLookupAnswer, AdminRemoteTransaction } from "../../api/admin/payin/lookup-types"
import type { AdminTransaction } from "../../api/admin/payin/transaction-types"
import type { Format } from "../format/use-format"
import { cardText } from "../transactions/card"
import type { Say } from "../text/use-texts"

/** One line of the comparison. */
export interface Compared {
  name: string
  remote: string | null
  local: string | null
  /** Both sides say something, and not the same. */
  differs: boolean
}

const STATUS: Partial<Record<string, AdminTransaction["status"]>> = {
  CREATED: "pending",
  PENDING: "pending",
  APPROVED: "approved",
  REJECTED: "rejected",
  DECLINED: "rejected",
  EXPIRED: "expired",
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
    kept: string | null,
    same: boolean = said === kept
  ): Compared => ({
    name,
    remote: said,
    local: kept,
    differs: local !== null && said !== null && kept !== null && !same,
  })
  const amount = local && (local.approved_amount ?? local.amount)
  const currency = local && (local.approved_currency ?? local.currency)
  const { card } = remote
  return [
    line(
      say("list.status"),
      remote.raw_status,
      local && say(`status.${local.status}`),
      STATUS[remote.status] === local?.status
    ),
    line(
      say("transactions.amount"),
      remote.amount && moneyOf(remote, format),
      amount && format.money(amount, currency),
      sameAmount(remote.amount, amount) && sameCurrency(remote.currency, currency)
    ),
    line(say("transactions.ticket"), remote.ticket, local && local.ticket),
    line(say("transactions.reference"), remote.reference, local && local.reference),
    line(
      say("transactions.answer"),
      remote.response_message,
      local && local.response_message,
      true
    ),
    line(
      say("transactions.card"),
      card && cardText(card),
      local?.card ? cardText(local.card) : null,
      card?.last_four === local?.card?.last_four
    ),
    line(say("lookup.date"), remote.date, local && format.time(local.created_at), true),
    line(say("transactions.method"), remote.type_transaction, local && local.payment_method, true),
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
