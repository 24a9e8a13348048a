import type { Ipn } from "../../domain/notification/ipn"
import { notifiedTicket } from "../../domain/row/reference"
import { sanitize } from "../../domain/text/sanitize"
import { readCardSummary } from "../../modules/gateway"

export interface IncomingIpn {
  reference: string
  /** The key of our own ipn_url; null on Medusa's standard address, which has none. */
  key: string | null
  /** The account whose standard address was called; null when the key says enough. */
  account: string | null
  signature: string | undefined
  raw: Buffer
}

/** What is kept of a notification's body; nothing of it is believed. */
export function payloadOf(ipn: Ipn | null, raw: Buffer) {
  return {
    top_ticket: notifiedTicket(ipn?.ticket ?? null),
    top_reference: kept(ipn?.reference),
    top_status: ipn?.type ?? null,
    top_card: keptCard(ipn?.card),
    bytes: raw.length,
  }
}

function kept(text: string | null | undefined): string | null {
  return text == null ? null : sanitize(text, 64)
}

function keptCard(card: unknown) {
  const summary = readCardSummary(card)
  return summary && { ...summary, brand: kept(summary.brand), type: kept(summary.type) }
}
