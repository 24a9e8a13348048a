/** Where a notification came in: `ipn` of links and payouts, `card` of card payments. */
export type WebhookSource = "ipn" | "card"

/**
 * Why it was refused. `signature`: wrong or missing. `stale`: its signed time is too far from the
 * current one. `key`: the address names a payment of this store with another key.
 */
export type WebhookRefusal = "signature" | "stale" | "key"

/** Notifications that were refused, since the processes started. */
export interface RefusedWebhooks {
  source: WebhookSource
  reason: WebhookRefusal
  count: number
  /** ISO 8601 UTC. */
  last_at: string
}

export interface RefusedWebhooksProblem {
  code: "webhooks_refused_signature" | "webhooks_refused_stale" | "webhooks_refused_key"
  message: string
  values: Readonly<{ source: WebhookSource; count: number; last_at: string }>
}

const DAY_MS = 86_400_000

/** What several processes counted, as one list; the most refused first. */
export function sumRefused(counted: readonly RefusedWebhooks[]): RefusedWebhooks[] {
  const sums = new Map<string, RefusedWebhooks>()
  for (const one of counted) {
    const name = `${one.source} ${one.reason}`
    const { count = 0, last_at = "" } = sums.get(name) ?? {}
    const latest = last_at > one.last_at ? last_at : one.last_at
    sums.set(name, { ...one, count: count + one.count, last_at: latest })
  }
  return [...sums.values()].sort((a, b) => b.count - a.count || nameOf(a).localeCompare(nameOf(b)))
}

/** Refused notifications of the last day, for a person: money may wait for what they tell. */
export function refusedWebhooksProblems(
  refused: readonly RefusedWebhooks[],
  now: Date
): RefusedWebhooksProblem[] {
  return refused
    .filter(({ last_at }) => now.getTime() - Date.parse(last_at) < DAY_MS)
    .map(({ source, reason, count, last_at }) => ({
      code: `webhooks_refused_${reason}`,
      message: `${NAMES[source]} was refused, ${count} in all, the last at ${last_at}: ${WHY[reason]}`,
      values: { source, count, last_at },
    }))
}

/** What the log says of one refused notification. */
export function refusedWebhookLine({ source, reason, count }: RefusedWebhooks): string {
  return `payin: ${NAMES[source]} was refused (${count} since this process started): ${WHY[reason]}`
}

const NAMES: Record<WebhookSource, string> = {
  ipn: "a notification about a link or payout",
  card: "a card webhook",
}

const WHY: Record<WebhookRefusal, string> = {
  signature:
    "its signature is wrong or missing. Compare the secret (token of links and payouts, webhookSecret and card.signature of cards) with the service's.",
  stale:
    "its signed time is too far from the current one. Compare the clock of this machine with the real time, and see card.webhookFreshMinutes.",
  key: "its address names another key. Somebody guesses, or a proxy changes addresses.",
}

function nameOf({ source, reason }: RefusedWebhooks): string {
  return `${source} ${reason}`
}
