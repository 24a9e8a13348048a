import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { actionsFor } from "../../domain/anomaly-resolution"
import { isCardMatter, resolveCardAnomaly } from "../card/resolve"
import type { Lease } from "../../modules/ledger/lease"
import type { Anomaly } from "../../modules/ledger/rows"
import { applyPayIn, roomsOf } from "./index"
import {
  closedBefore,
  notOffered,
  refused,
  type Resolution,
  type ResolveRequest,
} from "./resolution"
import { ResolvePass } from "./resolve-pass"

/** A pass over the pay-in takes a second or two; a person does not wait for longer than this. */
const LEASE_WAIT_MS = 10_000
const LEASE_POLL_MS = 200

/**
 * Carries a person's decision about an anomaly out, once: repeated with the same action it answers what is
 * there, with another one it is refused. Each step is written before the next, so that a repeat after a
 * crash goes on where the first try stopped.
 *
 * @throws GatewayError when the service had to be asked and gave no clear answer: nothing was decided.
 */
export async function resolveAnomaly(
  container: MedusaContainer,
  request: ResolveRequest
): Promise<Resolution> {
  const { ledger } = roomsOf(container)
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
  const { ledger } = roomsOf(container)
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
  const lease = await takeLease(container, anomaly.transaction_id)
  if (lease === null) {
    return refused("This payment is being settled right now: try again in a minute.", true, "busy")
  }
  let next: Resolution | "apply" | "apply_and_see"
  try {
    next = await new ResolvePass(container, lease, request).run()
  } finally {
    await ledger.leases.give(lease)
  }
  if (next !== "apply" && next !== "apply_and_see") {
    return next
  }
  await applyPayIn(container, anomaly.transaction_id)
  return next === "apply" ? { outcome: "resolved", anomaly } : seen(container, anomaly, request)
}

/** The decision was "try again": it holds if the money is settled now. */
async function seen(
  container: MedusaContainer,
  anomaly: Anomaly,
  { action, note, actor }: ResolveRequest
): Promise<Resolution> {
  const { ledger } = roomsOf(container)
  const row =
    anomaly.transaction_id === null ? null : await ledger.transactions.find(anomaly.transaction_id)
  if (row === null || row.settled_at === null) {
    const reason = row && (await ledger.anomalies.reasonOf(row.id))
    return refused(
      `The money could not be put to an order: ${reason ?? row?.apply_error ?? "not yet"}.`,
      true
    )
  }
  const decision = { action, note, resolved_by: actor.id }
  const written = await ledger.resolutions.write(anomaly, decision, null)
  return written.outcome === "resolved"
    ? written
    : refused("Somebody else resolved it.", false, "resolved_before")
}

async function withoutPayIn(
  container: MedusaContainer,
  anomaly: Anomaly,
  { action, note, actor }: ResolveRequest
): Promise<Resolution> {
  if (anomaly.status === "resolved") {
    return anomaly.action === action ? { outcome: "resolved", anomaly } : closedBefore(anomaly)
  }
  if (!actionsFor(anomaly.kind, null).includes(action)) {
    return notOffered(anomaly, action)
  }
  const { ledger } = roomsOf(container)
  const decision = { action, note, resolved_by: actor.id }
  const written = await ledger.resolutions.write(anomaly, decision, null)
  return written.outcome === "resolved"
    ? written
    : refused("Somebody else resolved it.", false, "resolved_before")
}

async function takeLease(container: MedusaContainer, transactionId: string): Promise<Lease | null> {
  const { ledger } = roomsOf(container)
  const until = Date.now() + LEASE_WAIT_MS
  for (;;) {
    const lease = await ledger.leases.take(transactionId, randomUUID())
    if (lease !== null || Date.now() > until) {
      return lease
    }
    await sleep(LEASE_POLL_MS)
  }
}
