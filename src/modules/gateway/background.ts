import {
  afterFailedWrite,
  backgroundPlaces,
  type BackgroundPlaces,
  type FailedWrite,
  type Pause,
  type WriteFailures,
} from "../../domain/service/background-pause"
import { clockOffsetMs } from "../../domain/time/clock"
import type { BreakerState } from "./breaker"
import type { GatewayOperation } from "./errors"

/** Work of jobs that sends writes, and the writes that it may send. */
export const BACKGROUND_WORK = {
  payouts: ["payout.create"],
  renewals: ["card.authorize", "card.renew", "card.capture"],
  captures: ["card.capture"],
  releases: ["card.cancel"],
} as const satisfies Record<string, readonly GatewayOperation[]>
export type BackgroundWork = keyof typeof BACKGROUND_WORK

/** Allows a part of background work. It ends with `leave`, whatever became of it. */
export interface BackgroundPermit {
  /** Until the service has answered a write again, one call may be under way. */
  alone: boolean
  leave: () => void
}

export interface BackgroundCalls {
  /**
   * Whether work of a job may send now; null: it is left as it was found, due and uncounted. Work of
   * a person or a shopper does not ask.
   */
  enter(account: string, work: BackgroundWork): BackgroundPermit | null
  /** Whether the work has to wait; a part that has begun asks before its next call. */
  isPaused(account: string, work: BackgroundWork): boolean
}

/** Milliseconds of this process, which only go on. A test moves them with the database's clock. */
export function backgroundNow(): number {
  return performance.now() + clockOffsetMs()
}

/** Background writes of one account and API, in this process. */
export class BackgroundWrites {
  readonly #failures = new Map<GatewayOperation, WriteFailures>()
  #asked: Pause | null = null
  #underWay = 0

  constructor(private readonly breaker: () => BreakerState) {}

  failed(operation: GatewayOperation, write: FailedWrite): void {
    const before = this.#failures.get(operation) ?? null
    this.#failures.set(operation, afterFailedWrite(before, write))
  }

  /** The service answered, whatever it said. */
  answered(operation: GatewayOperation): void {
    this.#failures.delete(operation)
  }

  /** The service asked for a pause, by `Retry-After` or without a time. */
  askedToWait(ms: number): void {
    const now = backgroundNow()
    const until = now + ms
    const stands = this.#asked !== null && this.#asked.paused_at <= now && this.#asked.until > until
    if (!stands) {
      this.#asked = { paused_at: now, until }
    }
  }

  places(work: BackgroundWork): BackgroundPlaces {
    const failures = BACKGROUND_WORK[work].flatMap((write) => this.#failures.get(write) ?? [])
    const facts = { breaker: this.breaker(), asked: this.#asked, failures }
    return backgroundPlaces(facts, backgroundNow())
  }

  enter(work: BackgroundWork): BackgroundPermit | null {
    const places = this.places(work)
    if (places === "none" || (places === "one" && this.#underWay > 0)) {
      return null
    }
    this.#underWay += 1
    return {
      alone: places === "one",
      leave: () => {
        this.#underWay -= 1
      },
    }
  }
}
