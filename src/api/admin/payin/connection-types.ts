// How the connection to the service is, and what is said when the service told nothing.

import type { GatewayOperation, GatewayReason } from "../../../modules/gateway/errors"

/** What a route answers with 502 or 503 when the service told it nothing; what was to be done is not done. */
export interface ServiceFailure {
  type: string
  message: string
  reason: GatewayReason
  account: string
}

/** How one account's line to the service is, asked just now. */
export interface AdminConnectionTest {
  account: string
  /** Whether the credentials are accepted and a lookup is answered as it is expected to be. */
  ok: boolean
  /** What was asked for in vain, and why; null when all is well. */
  operation: GatewayOperation | null
  reason: GatewayReason | null
  message: string | null
  /** Whose account it is, as the service says; null when it did not say. */
  merchant: string | null
  /** Of that merchant; another one than the account's hints at the credentials of another country. */
  currency: string | null
  /** How long all of it took. */
  milliseconds: number
}

export interface AdminConnectionTestAnswer {
  /** Whether every account is well. */
  ok: boolean
  accounts: AdminConnectionTest[]
}
