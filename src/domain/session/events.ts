import { pollSeconds } from "./poll-throttle"
import type { ShopperStatus, ShopperView } from "./shopper-view"

/**
 * In one process: streams of one cart and of all carts, and readings for them at once. Whoever comes above the streams
 * gets 429, and polls. The readings leave the connections of the database to shoppers who pay.
 */
export const MOST_LISTENERS = { ofCart: 50, inAll: 1_000, readings: 4 } as const

/** When a page that got no stream may ask for one again. Until then it polls. */
export const LISTEN_AGAIN_SECONDS = 60

/** A stream says that it lives, so that no proxy between takes it for dead. */
export const BEAT_MS = 10_000

/** After this a stream ends by itself; a page that still waits polls, or opens another one. */
export const STREAM_MS = 15 * 60_000

/** Milliseconds between two looks for what changed, one look for all carts. */
export const LOOK_MS = 1_500

/** Milliseconds after which a payment that did not change is read anyway: what it tells may depend on the time. */
const MOST_MS = 30_000

/**
 * Milliseconds to the next reading of a payment that did not change. A reading requests a lookup, and lookups have the
 * same distances.
 *
 * @param readings since somebody began to listen last
 */
export function readingDelay(readings: number): number {
  const seconds = pollSeconds(readings)
  return seconds === null ? MOST_MS : Math.min(seconds * 1_000, MOST_MS)
}

/** Nothing more is told: the shopper has to do something, or the store decides. */
const ENDS: Record<ShopperStatus, boolean> = {
  pending: false,
  approved: false,
  needs_input: true,
  rejected: true,
  expired: true,
  failed: true,
  in_review: true,
  canceled: true,
}

/** Whether a stream ends after this: the order exists, or nothing comes of waiting. */
export function endsStream({
  status,
  order_id,
}: Pick<ShopperView, "status" | "order_id">): boolean {
  return order_id !== null || ENDS[status]
}
