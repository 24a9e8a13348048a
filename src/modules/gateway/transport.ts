import type { PayInOptions } from "../../domain/options/options"
import { Breaker, type BreakerState } from "./breaker"
import { CallSlots } from "./call-slots"
import type { CallCause } from "./call-slots"
import { Exchange, createClient, exchange } from "./connection"
import type { Client, WireRequest } from "./connection"
import type { PacingPolicy } from "./pacing"

/** Why nothing was sent. */
export type NotSent = "breaker_open" | "too_busy"

export type TransportRequest = Pick<WireRequest, "method" | "url" | "body" | "headers">

/** This should never happen. If it does, assume that the request was sent. */
const UNEXPECTED = new Exchange(null, { kind: "connection_lost", code: null })

/** Transport of one account and API: its connections, its call slots and its circuit breaker. */
export class Transport {
  readonly #options: Pick<PayInOptions, "timeouts" | "breaker" | "gatewayConcurrency">
  readonly #pacing: PacingPolicy
  readonly #client: Client
  readonly #slots: CallSlots
  readonly #breaker: Breaker

  /** @param trial a harmless call, which finds out whether the service is back */
  constructor(
    headers: Record<string, string>,
    options: Pick<PayInOptions, "timeouts" | "breaker" | "gatewayConcurrency">,
    pacing: PacingPolicy,
    trial: () => TransportRequest,
    onChange: (breaker: "opened" | "closed") => void
  ) {
    this.#options = options
    this.#pacing = pacing
    this.#client = createClient(headers)
    this.#slots = new CallSlots(options.gatewayConcurrency, pacing.queue)
    const answers = async () => !(await this.#exchange(trial())).countsAgainstService
    this.#breaker = new Breaker(options.breaker, answers, onChange)
  }

  /**
   * Waits for a call slot until `deadline` (of `performance.now()`) at most, then sends once,
   * unless the circuit breaker is open.
   */
  async exchange(
    request: TransportRequest,
    cause: CallCause,
    deadline: number
  ): Promise<Exchange | NotSent> {
    const slots = this.#slots
    if (!slots.take(cause) && !(await slots.wait(cause, deadline - performance.now()))) {
      return "too_busy"
    }
    try {
      return await this.#send(request, deadline)
    } finally {
      this.#slots.release(cause)
    }
  }

  state(): { breaker: BreakerState; in_flight: number; waiting: number } {
    return {
      breaker: this.#breaker.state,
      ...this.#slots.state(),
    }
  }

  close(): void {
    this.#breaker.stop()
    this.#client.close()
  }

  async #send(request: TransportRequest, deadline: number): Promise<Exchange | NotSent> {
    if (this.#breaker.state !== "closed") return "breaker_open"
    const left = deadline - performance.now()
    if (left < this.#pacing.leastMs) return "too_busy"
    const result = await this.#exchange(request, left)
    this.#breaker.record({ isAnswered: !result.countsAgainstService })
    return result
  }

  async #exchange(request: TransportRequest, left = Infinity): Promise<Exchange> {
    const { connectMs, requestMs } = this.#options.timeouts
    try {
      return await exchange(this.#client.http, {
        ...request,
        requestMs: Math.min(requestMs, left),
        connectMs: Math.min(connectMs ?? requestMs, left),
        maxBytes: this.#pacing.maxBytes,
      })
    } catch {
      return UNEXPECTED
    }
  }
}
