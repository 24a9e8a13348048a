import type { Logger } from "@medusajs/framework/types"
import {
  refusedWebhookLine,
  sumRefused,
  type WebhookRefusal,
  type WebhookSource,
  type RefusedWebhooks,
} from "../../domain/notification/refused-webhooks"
import type { Instances } from "./instances"

/** One kind of refusal is logged once in this time: anybody can send what is refused. */
const LOG_EVERY_MS = 600_000

/**
 * Notifications that were refused. A process counts in memory, because anybody can send them
 * without end, and writes the counts with its heartbeat.
 */
export class RefusedWebhookCounts {
  private readonly counted = new Map<string, RefusedWebhooks>()
  private readonly loggedAt = new Map<string, number>()

  /** @param id of the instance that this process beats as */
  constructor(
    private readonly id: string,
    private readonly instances: Pick<Instances, "living">,
    private readonly logger: () => Pick<Logger, "warn"> | undefined
  ) {}

  count(source: WebhookSource, reason: WebhookRefusal): void {
    const name = `${source} ${reason}`
    const now = new Date()
    const count = (this.counted.get(name)?.count ?? 0) + 1
    const refused = { source, reason, count, last_at: now.toISOString() }
    this.counted.set(name, refused)
    if (now.getTime() - (this.loggedAt.get(name) ?? 0) >= LOG_EVERY_MS) {
      this.loggedAt.set(name, now.getTime())
      this.logger()?.warn(refusedWebhookLine(refused))
    }
  }

  /** Of this process alone. */
  own(): RefusedWebhooks[] {
    return [...this.counted.values()]
  }

  /** Of all processes that live, since each started. */
  async all(): Promise<RefusedWebhooks[]> {
    const others = (await this.instances.living()).filter(({ id }) => id !== this.id)
    return sumRefused([...this.own(), ...others.flatMap(({ refused }) => refused ?? [])])
  }
}
