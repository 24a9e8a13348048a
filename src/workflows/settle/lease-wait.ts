import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import type { MedusaContainer } from "@medusajs/framework/types"
import type { Lease } from "../../modules/ledger/lease"
import { servicesOf } from "./index"
import { refused, type Resolution } from "./resolution"

/** Settling a pay-in takes a second or two; a person does not wait longer than this. */
const LEASE_WAIT_MS = 10_000
const LEASE_POLL_MS = 200

/** Another worker holds the pay-in's lease; the person tries again. */
export const SETTLING: Resolution = refused(
  "This payment is being settled right now: try again in a minute.",
  true,
  "busy"
)

/**
 * The lease of a pay-in for a person's decision; null when another worker held it all the while.
 */
export async function waitForLease(
  container: MedusaContainer,
  transactionId: string
): Promise<Lease | null> {
  const { ledger } = servicesOf(container)
  const until = Date.now() + LEASE_WAIT_MS
  for (;;) {
    const lease = await ledger.leases.acquire(transactionId, randomUUID())
    if (lease !== null || Date.now() > until) {
      return lease
    }
    await sleep(LEASE_POLL_MS)
  }
}
