import type { MedusaContainer } from "@medusajs/framework/types"
import { isFinal } from "../../domain/payin/state"
import { COPIES_AT_ONCE } from "../../domain/session/poll-throttle"
import { isFinalAttempt } from "../../domain/payout/attempt"
import {
  isPayOutReference,
  notifiedReference,
  parseReference,
  type Reference,
} from "../../domain/row/reference"
import { servicesOf } from "../../workflows/settle"
import type { IncomingIpn } from "./incoming"

/**
 * The row that a notification is for: the body of a pay-in's and of a payout's have one shape
 * (docs/service.md#notification-body).
 */
export interface Addressee {
  reference: Reference
  account: string
  ipn_key_hash: string
  /** Id of the row: one of the two. */
  transaction_id: string | null
  payout_attempt_id: string | null
  /** Whether a notification without news causes a lookup: not of a final row, and of a link not often. */
  mayAsk(): Promise<boolean>
}

/**
 * The row of ours that a reference names, by one indexed read; null when there is none.
 *
 * @param key of our own address, which holds the reference exactly; null: the body named the reference,
 *   as the service writes it
 */
export async function addresseeOf(
  container: MedusaContainer,
  { reference: named, key }: Pick<IncomingIpn, "reference" | "key">
): Promise<Addressee | null> {
  const reference = key === null ? notifiedReference(named) : parseReference(named)
  if (reference === null) {
    return null
  }
  return isPayOutReference(reference)
    ? attemptOf(container, reference)
    : payInOf(container, reference)
}

async function payInOf(
  container: MedusaContainer,
  reference: Reference
): Promise<Addressee | null> {
  const { transactions, observations } = servicesOf(container).ledger
  const row = await transactions.findByReference(reference)
  if (row === null) {
    return null
  }
  const { id, account, ipn_key_hash, status } = row
  const named = { transaction_id: id, payout_attempt_id: null }
  const mayAsk = async () => !isFinal(status) && observations.mayPoll(id, COPIES_AT_ONCE)
  return { reference, account, ipn_key_hash, ...named, mayAsk }
}

async function attemptOf(
  container: MedusaContainer,
  reference: Reference
): Promise<Addressee | null> {
  const row = await servicesOf(container).payouts.attempts.findByReference(reference)
  if (row === null) {
    return null
  }
  const { id, account, ipn_key_hash, status } = row
  const named = { transaction_id: null, payout_attempt_id: id }
  const mayAsk = async () => !isFinalAttempt(status)
  return { reference, account, ipn_key_hash, ...named, mayAsk }
}
