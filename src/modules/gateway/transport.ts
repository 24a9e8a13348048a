import {
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  handleResultType,
  isBrokenCircuitError,
} from "cockatiel"
import type { CircuitBreakerPolicy } from "cockatiel"
import type { PayInOptions } from "../../domain/options"
import { CallSlots } from "./call-slots"
import type { CallCause } from "./call-slots"
import { Exchange, createClient, exchange } from "./connection"
import type { Client, WireRequest } from "./connection"
import type { PacingPolicy } from "./pacing"

/** Why nothing was sent. */
export type NotSent = "breaker_open" | "too_busy"

export type TransportRequest = Pick<WireRequest, "method" | "url" | "body" | "headers">

const STATES = {
  [CircuitState.Closed]: "closed",
  [CircuitState.Open]: "open",
  [CircuitState.HalfOpen]: "half_open",
  [CircuitState.Isolated]: "open",
} as const

/** This should never happen. If it does, assume that the request was sent. */
const UNEXPECTED = new Exchange(null, { kind: "connection_lost", code: null })

/** Transport of one account and API: its connections, its call slots and its circuit breaker. */
export class Transport {
  readonly #options: Pick<PayInOptions, "timeouts" | "breaker" | "gatewayConcurrency">
  readonly #pacing: PacingPolicy
  readonly #client: Client
  readonly #slots: CallSlots
  readonly #breaker: CircuitBreakerPolicy

  constructor(
    headers: Record<string, string>,
    options: Pick<PayInOptions, "timeouts" | "breaker" | "gatewayConcurrency">,
    pacing: PacingPolicy,
    onChange: (breaker: "opened" | "closed") => void
  ) {
    this.#options = options
    this.#pacing = pacing
    this.#client = createClient(headers)
    this.#slots = new CallSlots(options.gatewayConcurrency, pacing.queue)
    this.#breaker = circuitBreaker(
      handleResultType(Exchange, (result) => result.countsAgainstService),
      {
        halfOpenAfter: options.breaker.openMs,
        breaker: new ConsecutiveBreaker(options.breaker.failures),
      }
    )
    this.#breaker.onBreak(() => onChange("opened"))
    this.#breaker.onReset(() => onChange("closed"))
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

  state(): { breaker: "closed" | "open" | "half_open"; in_flight: number; waiting: number } {
    return {
      breaker: STATES[this.#breaker.state],
      ...this.#slots.state(),
    }
  }

  close(): void {
    this.#client.close()
  }

  async #send(request: TransportRequest, deadline: number): Promise<Exchange | NotSent> {
    // Circuit breaker: Cockatiel would make other calls wait for the trial call, but a dead service
    // must cost milliseconds only.
    if (this.#breaker.state === CircuitState.HalfOpen) return "breaker_open"
    const left = deadline - performance.now()
    if (left < this.#pacing.leastMs) return "too_busy"
    const { connectMs, requestMs } = this.#options.timeouts
    try {
      return await this.#breaker.execute(() =>
        exchange(this.#client.http, {
          ...request,
          requestMs: Math.min(requestMs, left),
          connectMs: Math.min(connectMs ?? requestMs, left),
          maxBytes: this.#pacing.maxBytes,
        })
      )
    } catch (error) {
      return isBrokenCircuitError(error) ? "breaker_open" : UNEXPECTED
    }
  }
}
