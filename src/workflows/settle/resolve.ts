import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { anomalyReason } from "../../domain/anomaly/reason"
import { actionsFor } from "../../domain/anomaly/resolution"
import { isCardProvider } from "../../domain/options/provider-id"
import { applyCards } from "../card"
import { isCardMatter, resolveCardAnomaly, requeueCardOf } from "../card/resolve"
import type { Anomaly } from "../../modules/ledger/rows"
import type { CardTransaction } from "../../modules/subscriptions/card-rows"
import { applyPayIn, servicesOf } from "./index"
import { SETTLING, waitForLease } from "./lease-wait"
import {
  closedBefore,
  notOffered,
  refused,
  resolvedByAnother,
  type Resolution,
  type ResolveRequest,
} from "./resolution"
import { AnomalyResolver } from "./resolve-anomaly"
import { confirmationOfPause, unconfirmed } from "./second-person"

/**
 * Resolves an anomaly by a person's decision, once. A repeat with the same action returns the
 * existing result; with another one it is refused. Each step is written before the next, so that a
 * repeat after a crash goes on from there.
 *
 * @throws GatewayError when the service had to be asked and gave no clear answer: nothing was
 * decided.
 */
export async function resolveAnomaly(
  container: MedusaContainer,
  request: ResolveRequest
): Promise<Resolution> {
  const { ledger } = servicesOf(container)
  const resolution = await underLease(container, request)
  const anomaly = await ledger.anomalies.find(request.anomaly_id)
  if (resolution.outcome === "resolved" && anomaly !== null) {
    return { outcome: "resolved", anomaly }
  }
  return resolution
}

async function underLease(
  container: MedusaContainer,
  request: ResolveRequest
): Promise<Resolution> {
  const { ledger } = servicesOf(container)
  const anomaly = await ledger.anomalies.find(request.anomaly_id)
  if (anomaly === null) {
    throw new MedusaError(MedusaError.Types.NOT_FOUND, "There is no anomaly with this id.")
  }
  if (isCardMatter(anomaly, request.action)) {
    return resolveCardAnomaly(container, anomaly, request)
  }
  if (anomaly.transaction_id === null) {
    return withoutPayIn(container, anomaly, request)
  }
  const lease = await waitForLease(container, anomaly.transaction_id)
  if (lease === null) {
    return SETTLING
  }
  let next: Resolution | "apply" | "apply_and_see"
  let card: CardTransaction | null = null
  try {
    const { provider_id, reference } = lease.transaction
    card = isCardProvider(provider_id) ? await requeueCardOf(container, reference) : null
    next = await new AnomalyResolver(container, lease, request, card).run()
  } finally {
    await ledger.leases.release(lease)
  }
  if (card !== null) {
    await applyCards(container, card)
  }
  if (next !== "apply" && next !== "apply_and_see") {
    return next
  }
  await applyPayIn(container, anomaly.transaction_id)
  return next === "apply" ? { outcome: "resolved", anomaly } : seen(container, anomaly, request)
}

/** The decision "try again": done if the money is settled now. */
async function seen(
  container: MedusaContainer,
  anomaly: Anomaly,
  { action, note, actor }: ResolveRequest
): Promise<Resolution> {
  const { ledger } = servicesOf(container)
  const row =
    anomaly.transaction_id === null ? null : await ledger.transactions.find(anomaly.transaction_id)
  if (row === null || row.settled_at === null) {
    const reason = row && (await ledger.anomalies.reasonOf(row.id))
    const why = reason ?? row?.apply_error ?? "not yet"
    const message = `The money could not be put to an order: ${why}.`
    // A try meets the same each time, until a person puts the part back or refunds.
    return why === anomalyReason("item_gone")
      ? refused(message, false, "item_gone")
      : refused(message, true)
  }
  const decision = { action, note, resolved_by: actor.id }
  const written = await ledger.resolutions.write(anomaly, decision, null)
  return written.outcome === "resolved" ? written : resolvedByAnother()
}

async function withoutPayIn(
  container: MedusaContainer,
  anomaly: Anomaly,
  request: ResolveRequest
): Promise<Resolution> {
  const { action, note, actor } = request
  if (anomaly.status === "resolved") {
    return anomaly.action === action ? { outcome: "resolved", anomaly } : closedBefore(anomaly)
  }
  if (!actionsFor(anomaly.kind, null).includes(action)) {
    return notOffered(anomaly, action)
  }
  const { ledger } = servicesOf(container)
  const decision = { action, note, resolved_by: actor.id }
  const confirm = confirmationOfPause(container, request)
  const written = await ledger.resolutions.write(anomaly, decision, null, confirm)
  switch (written.outcome) {
    case "resolved":
      return written
    case "unconfirmed":
      return unconfirmed(written)
    default:
      return resolvedByAnother()
  }
}
