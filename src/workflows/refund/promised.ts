import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { anomalyReason } from "../../domain/anomaly/reason"
import { reasonOf } from "../../domain/error/reason"
import type { Anomaly } from "../../modules/ledger/rows"
import { announce, bookDecidedRefund, type BookedRefund } from "../../settlement/refund-payouts"
import { decidedDestination } from "../../settlement/kept-destination"
import { notedActor } from "../../medusa/noted-operator"
import { refundPayoutDeps, servicesOf } from "../settle"
import { findRefund } from "./medusa-refund"

const BATCH = 20

/**
 * Books missing payouts of decisions made by an older version, which did not book them. If the
 * money cannot be refunded any more, the anomaly is reopened. Safe to run twice at once: an anomaly
 * has one payout.
 */
export async function bookPromised(container: MedusaContainer): Promise<void> {
  for (const anomaly of await servicesOf(container).ledger.resolutions.unpaid(BATCH)) {
    try {
      await book(container, anomaly)
    } catch (error) {
      const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
      logger.error(`payin: the payout of anomaly ${anomaly.id}: ${reasonOf(error)}`)
    }
  }
}

async function book(container: MedusaContainer, anomaly: Anomaly): Promise<void> {
  const deps = refundPayoutDeps(container)
  const { ledger } = servicesOf(container)
  const { id, transaction_id, refund_amount, order_id, resolved_by } = anomaly
  if (transaction_id === null || refund_amount === null) {
    return
  }
  const refund: BookedRefund | null =
    anomaly.kind === "refund_without_payout" ? await findRefund(container, anomaly.subject) : null
  const done = await ledger.refundLimit.under(transaction_id, async (payIn, trx) => {
    const given = await bookDecidedRefund(
      deps,
      trx,
      payIn,
      {
        anomaly_id: id,
        amount: refund ?? refund_amount,
        order_id,
        destination: decidedDestination(ledger.sealer, anomaly),
        in_place_of: [],
      },
      await notedActor(trx, resolved_by)
    )
    if (typeof given === "string") {
      const reason = anomalyReason("cannot_go_back")
      return { changes: [], reopened: await ledger.resolutions.reopen(trx, id, reason) }
    }
    await ledger.resolutions.paidBy(trx, id, given.payout.id)
    return { changes: given.changes, reopened: null }
  })
  await announce(deps, done?.changes ?? [])
  if (done?.reopened) {
    await ledger.resolutions.announceReopened(done.reopened)
  }
}
