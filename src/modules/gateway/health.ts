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

  succeeded(): void {
    this.#lastSuccess = new Date()
  }

  failed(error: GatewayError): void {
    this.#lastError = {
      at: new Date().toISOString(),
      operation: error.operation,
      reason: error.reason,
      message: error.message,
      http_status: error.httpStatus,
      reference: error.correlation,
    }
  }

  report(): Pick<AccountDiagnostics, "last_error" | "last_success_at"> {
    return {
      last_error: this.#lastError,
      last_success_at: this.#lastSuccess?.toISOString() ?? null,
    }
  }
}
