import { randomUUID } from "node:crypto"
import type { MedusaContainer } from "@medusajs/framework/types"
import type { AnomalyKind } from "../../domain/anomaly/kinds"
import { UNALLOCATED_KINDS } from "../../domain/anomaly/resolution"
import { isCardProvider } from "../../domain/options/provider-id"
import type { LeasedWrite } from "../../modules/ledger/lease"
import type { Transaction } from "../../modules/ledger/rows"
import type { Payout } from "../../modules/payouts/rows"
import { applyDeps, servicesOf } from "../settle"
import { hasPlace, orderShowsMoney } from "../settle/booked"
import { lastSnapshot } from "../settle/last-snapshot"
import type { PaymentSnapshot } from "../../medusa/payment-snapshot"
import { SETTLEMENT_ANOMALIES } from "../settle/postpone"

type Services = ReturnType<typeof servicesOf>

/**
 * The differences between hosted-page money and card money, when no order has it and its refund is
 * about to leave.
 */
interface Unbooked {
  /** Settlement anomalies about it, which are closed with the payout. */
  readonly kinds: readonly AnomalyKind[]
  /** Whether settling has looked for its order and found none. */
  wasTried(row: Transaction): Promise<boolean>
  /** Whether its order exists after all. */
  hasOrder(place: PaymentSnapshot, row: Transaction): boolean
  /** Columns written when the money stays and is no longer excluded from settlement. */
  readonly staying: LeasedWrite
  /** The money stays: settles it again, which the exclusion had prevented. */
  look(row: Transaction): Promise<void>
}

/**
 * Ends booking: the last moment at which money of a failed completion could still pay an order,
 * because its refund is about to be sent. From now on neither settling nor a shopper's completion
 * books it, and its settlement anomaly is closed with the payout. A running completion goes first.
 *
 * @returns whether the money may leave; otherwise the payout is checked again later
 */
export async function stopBooking(
  container: MedusaContainer,
  { id: payoutId, transaction_id }: Payout
): Promise<boolean> {
  if (transaction_id === null) {
    return false
  }
  const services = servicesOf(container)
  const { leases, anomalies } = services.ledger
  const lease = await leases.acquire(transaction_id, randomUUID())
  if (lease === null) {
    return false
  }
  const row = lease.transaction
  const unbooked = isCardProvider(row.provider_id) ? ofACard(services) : ofAPage(services)
  // Excluded by a decision, or by a process that died before it had looked: the mark alone proves
  // nothing.
  const marked = row.excluded_at !== null
  try {
    if (!(await unbooked.wasTried(row))) {
      return false
    }
    const { medusa, read } = applyDeps(container)
    const stay = async () => {
      await leases.write(lease, { excluded_at: null, ...unbooked.staying })
      await unbooked.look(row)
    }
    if (!marked) {
      await leases.write(lease, { excluded_at: "now" })
    }
    try {
      const place = await lastSnapshot({ medusa, read }, row)
      if (place === null || !unbooked.hasOrder(place, row)) {
        await anomalies.closeAsRefunded(row.id, unbooked.kinds, payoutId)
        return true
      }
    } catch (error) {
      if (!marked) {
        await stay()
      }
      throw error
    }
    await stay()
    return false
  } finally {
    await leases.release(lease)
  }
}

/** It may pay an order that a later completion makes, until it is settled. */
function ofAPage({ ledger }: Services): Unbooked {
  // Without anomalies about its excess, which this refund does not cover.
  const kinds = SETTLEMENT_ANOMALIES
  return {
    kinds,
    async wasTried({ id, excluded_at, settled_at }) {
      return (
        settled_at === null && (excluded_at !== null || (await ledger.anomalies.isOpen(id, kinds)))
      )
    },
    hasOrder: orderShowsMoney,
    staying: { apply_after: "now" },
    look: () => Promise.resolve(),
  }
}

/**
 * Card money is settled from the start and, once refunded, pays no order but its own. Settling may
 * still show that order, whose transaction may be missing, so no settlement anomaly is waited for.
 */
function ofACard({ subscriptions: { cardTransactions, cardWatch } }: Services): Unbooked {
  return {
    kinds: UNALLOCATED_KINDS,
    wasTried: () => Promise.resolve(true),
    hasOrder: hasPlace,
    staying: {},
    async look({ reference }) {
      const card = await cardTransactions.findByReference(reference)
      if (card !== null) {
        await cardWatch.requeue(card.id)
      }
    },
  }
}
