import type { AccountRefusal } from "../../domain/options/setup-problem"
import type { GatewayError, GatewayOperation, GatewayReason } from "./errors"

export type ApiName = "payments" | "cards"

/**
 * State of an account's connection to the service, for `GET /admin/payin/status`. Holds no secret.
 */
export interface AccountDiagnostics {
  account: string
  /** The two APIs of the service have separate addresses, so each has its own state. */
  api: ApiName
  breaker: "closed" | "open" | "half_open"
  in_flight: number
  waiting: number
  last_error: LastError | null
  /** ISO 8601 UTC. */
  last_success_at: string | null
  /** Refusals that concern the account: wrong credentials, or no right to an operation. */
  refused: Omit<AccountRefusal, "account">[]
}

export interface LastError {
  /** ISO 8601 UTC. */
  at: string
  operation: GatewayOperation
  reason: GatewayReason
  message: string
  http_status: number | null
  reference: string
}

/** Health since the start of the process; nothing is stored. */
export class Health {
  #lastError: LastError | null = null
  #lastSuccess: Date | null = null
  readonly #refused = new Map<GatewayOperation, Omit<AccountRefusal, "account">>()

  /**
   * An answer to one call shows that the credentials are good. What another call may not do stays.
   */
  succeeded(operation: GatewayOperation): void {
    this.#lastSuccess = new Date()
    for (const [refused, { reason }] of this.#refused) {
      if (refused === operation || reason === "credentials") {
        this.#refused.delete(refused)
      }
    }
  }

  /** @returns the refusal that begins with this error; null for every other error */
  failed(error: GatewayError): Omit<AccountRefusal, "account"> | null {
    const { operation, httpStatus } = error
    this.#remember(error)
    const reason = refusalOf(error)
    if (reason === null) {
      return null
    }
    const known = this.#refused.get(operation)
    if (known?.reason === reason) {
      return null
    }
    const begins = [...this.#refused.values()].every((one) => one.reason !== "credentials")
    const since = new Date().toISOString()
    const refusal = { reason, operation, http_status: httpStatus, since }
    this.#refused.set(operation, refusal)
    return begins ? refusal : null
  }

  #remember(error: GatewayError): void {
    this.#lastError = {
      at: new Date().toISOString(),
      operation: error.operation,
      reason: error.reason,
      message: error.message,
      http_status: error.httpStatus,
      reference: error.correlation,
    }
  }

  report(): Pick<AccountDiagnostics, "last_error" | "last_success_at" | "refused"> {
    return {
      refused: firstOfEach([...this.#refused.values()]),
      last_error: this.#lastError,
      last_success_at: this.#lastSuccess?.toISOString() ?? null,
    }
  }
}

/** Whether an error is about the account. A refused lookup is unclear, and only its HTTP status tells. */
function refusalOf({ reason, httpStatus }: GatewayError): AccountRefusal["reason"] | null {
  if (reason === "credentials" || httpStatus === 401) {
    return "credentials"
  }
  return reason === "forbidden" || httpStatus === 403 ? "forbidden" : null
}

/** Wrong credentials are one problem, however many calls they refuse. */
function firstOfEach<T extends Pick<AccountRefusal, "reason">>(refused: readonly T[]): T[] {
  const credentials = refused.find(({ reason }) => reason === "credentials")
  return credentials === undefined ? [...refused] : [credentials]
}
