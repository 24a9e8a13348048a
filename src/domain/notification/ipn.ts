import { z } from "zod"
import { readServiceStatus, type ServiceStatus } from "../service/status"
import { sanitize } from "../text/sanitize"

const scalar = z.union([z.string(), z.number()])

const body = z.object({
  top_ticket: scalar.nullish(),
  top_reference: scalar.nullish(),
  top_status: scalar.nullish(),
  top_card: z.unknown().optional(),
})

/**
 * The fields of a notification that the plugin reads (docs/service.md#notification-body): enough to
 * find the transaction, never to book money.
 */
export interface Ipn {
  ticket: string | null
  /** The ticket in its JSON type, which the signature covers. */
  signed_ticket: string | number | null
  reference: string | null
  status: ServiceStatus
  /** The status as it was spelled, at most 32 characters. */
  type: string
  /** `top_card` as it came; the gateway's `readCardSummary` keeps brand, type and last four. */
  card: unknown
}

/** Reads a notification's parsed JSON; null when it is none. */
export function readIpn(json: unknown): Ipn | null {
  const parsed = body.safeParse(json)
  if (!parsed.success) {
    return null
  }
  const { top_ticket, top_reference, top_status, top_card } = parsed.data
  return {
    ticket: textOf(top_ticket),
    signed_ticket: top_ticket ?? null,
    reference: textOf(top_reference),
    status: readServiceStatus(textOf(top_status)),
    type: sanitize(textOf(top_status) ?? "none", 32),
    card: top_card,
  }
}

/** Reads a notification's raw body; null when it is not a JSON object. */
export function parseIpn(raw: Buffer): Ipn | null {
  try {
    const json: unknown = JSON.parse(raw.toString("utf8"))
    return readIpn(json)
  } catch {
    return null
  }
}

function textOf(value: string | number | null | undefined): string | null {
  return value == null ? null : String(value)
}
