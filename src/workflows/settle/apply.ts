import { randomUUID } from "node:crypto"
import type { Logger } from "@medusajs/framework/types"
import { anomalyReason } from "../../domain/anomaly/reason"
import { isProgramFailure, reasonOf } from "../../domain/error/reason"
import type { MajorAmount } from "../../domain/money/amount"
import { LeaseLostError } from "../../modules/ledger/lease"
import type { Transaction } from "../../modules/ledger/rows"
import type { PayInLedgerService } from "../../modules/ledger/service"
import type { PayInPayoutsService } from "../../modules/payouts/service"
import type { MedusaCalls } from "./medusa-calls"
import { MedusaRefusedError, isPassing } from "../../medusa/failures"
import type { PaymentSnapshot } from "../../medusa/payment-snapshot"
import { postpone } from "./postpone"
import { Settlement } from "./settlement"

/** Dependencies of applying. */
export interface ApplyDeps {
  ledger: PayInLedgerService
  payouts: PayInPayoutsService
  medusa: MedusaCalls
  read: {
    place(paymentCollectionId: string): Promise<PaymentSnapshot | null>
    cartTotal(cartId: string): Promise<{ total: MajorAmount; currency: string } | null>
  }
  logger: Logger
}

export type Applied =
  /** Payment, capture, order and order transaction exist and agree. */
  | "settled"
  /** There is nothing to apply: the pay-in is not approved, or a person excluded its money. */
  | "nothing"
  /** Another worker holds the lease. */
  | "busy"
  /** Medusa could not be updated now; the next try is scheduled. */
  | "postponed"
  /** A person is asked: the money does not belong where it points to. */
  | "anomaly"

/**
 * Apply outcome: updates Medusa about approved money in the ledger. Needs the row's lease. Workers
 * and routes call it, a provider never does (docs/decisions/0006-one-road-for-money.md).
 */
export async function apply(deps: ApplyDeps, transactionId: string): Promise<Applied> {
  const lease = await deps.ledger.leases.acquire(transactionId, randomUUID())
  if (lease === null) {
    await deps.ledger.application.retrySoon(transactionId)
    return "busy"
  }
  const settlement = new Settlement(deps, lease)
  try {
    return await settlement.run()
  } catch (error) {
    return await fail(deps, lease.transaction, settlement.orderId, error)
  } finally {
    await deps.ledger.leases.release(lease)
  }
}

async function fail(
  deps: ApplyDeps,
  transaction: Transaction,
  orderId: string | null,
  error: unknown
): Promise<Applied> {
  const message = reasonOf(error)
  deps.logger.warn(`payin ${transaction.reference}: not settled yet: ${message}`)
  if (error instanceof LeaseLostError) {
    return "busy"
  }
  const passing = error instanceof MedusaRefusedError ? error.passing : isPassing(error)
  const reason = isProgramFailure(error) ? anomalyReason("item_gone") : message
  return postpone(deps, transaction, orderId, { reason, passing })
}
