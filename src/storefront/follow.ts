import { eventsOf } from "./events.ts"
import { isDone, UNKNOWN, type Followed } from "./payment-state.ts"
import { PayInError, type PayInStore } from "./request.ts"
import type { PayInPaymentStatus } from "./wire.ts"

export type { Followed } from "./payment-state.ts"

interface Asked {
  session(id: string): Promise<PayInPaymentStatus>
  placeOrder(cartId: string): Promise<string | null>
}

const FIRST_POLL_MS = 2_000
const LONGEST_POLL_MS = 15_000
const GROWTH = 1.1

/** Milliseconds until a page asks again that has asked so often: more and more. */
export function pollDelay(asked: number): number {
  return Math.min(LONGEST_POLL_MS, Math.round(FIRST_POLL_MS * GROWTH ** (asked - 1)))
}

/** See `follow` of the client. */
export function followPayment(
  client: Asked,
  read: () => PayInStore,
  { sessionId, cartId = null }: { sessionId: string | null; cartId?: string | null },
  onPayment: (payment: Followed) => void
): () => void {
  const leave = new AbortController()
  const { signal } = leave

  /** Answers whether nothing more comes. */
  async function tell(payment: Followed): Promise<boolean> {
    const now = await withOrder(client, cartId, payment)
    if (signal.aborted) return true
    onPayment(now)
    return isDone(now)
  }

  async function follow() {
    if (sessionId === null) {
      await tell(UNKNOWN)
      return
    }
    // The storefront's server hands on whole answers only.
    if (read().send === undefined && (await listen(sessionId))) return
    await poll(sessionId)
  }

  /** Answers whether the payment ended. What stands between page and plugin may hold events back. */
  async function listen(id: string): Promise<boolean> {
    try {
      for await (const payment of eventsOf(read(), id, signal)) {
        if (await tell(payment)) return true
      }
    } catch {
      // A page that cannot listen asks.
    }
    return signal.aborted
  }

  async function poll(id: string) {
    for (let asked = 1; !signal.aborted; asked++) {
      const payment = await client.session(id).catch(unknownOrNull)
      if (payment !== null && (await tell(payment))) return
      await nextLook(pollDelay(asked), signal)
    }
  }

  void follow()
  return () => leave.abort()
}

/** null where nobody answered: asked again. */
function unknownOrNull(error: unknown): Followed | null {
  return error instanceof PayInError && error.status === 404 ? UNKNOWN : null
}

/** With the order that an approved payment gets now, if the page knows its cart. Without it the plugin places it. */
async function withOrder(client: Asked, cartId: string | null, now: Followed): Promise<Followed> {
  if (now.status !== "approved" || now.order_id !== null || cartId === null) return now
  return { ...now, order_id: await client.placeOrder(cartId) }
}

/** A while, or until the shopper comes back to the page: from the app of the bank, perhaps. */
function nextLook(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const page = typeof document === "undefined" ? null : document
    const end = () => {
      clearTimeout(timer)
      page?.removeEventListener("visibilitychange", onVisible)
      signal.removeEventListener("abort", end)
      resolve()
    }
    const onVisible = () => {
      if (page?.visibilityState === "visible") end()
    }
    const timer = setTimeout(end, ms)
    page?.addEventListener("visibilitychange", onVisible)
    signal.addEventListener("abort", end)
  })
}
