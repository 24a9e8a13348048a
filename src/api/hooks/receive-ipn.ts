import type { MedusaContainer } from "@medusajs/framework/types"
import { parseIpn, type Ipn } from "../../domain/notification/ipn"
import { ipnKeyMatches, sameReference, type Reference } from "../../domain/row/reference"
import { servicesOf } from "../../workflows/settle"
import { requestLookup } from "../../workflows/settle/notification"
import { addresseeOf, type Addressee } from "./addressee"
import { notFound, STORED, unauthorized, type HookAnswer } from "./answer"
import { payloadOf, type IncomingIpn } from "./incoming"
import { checkIpnSignature } from "./ipn-signature"
import { receiveStranger } from "./receive-stranger"

const NOT_FOUND = notFound("No payment is known here.")
const UNAUTHORIZED = unauthorized("x-trx-signature is wrong or missing.")

/**
 * Stores a notification and requests a lookup. Answers after the commit, and believes nothing of
 * the notification but that it came: a payout that was heard of is not sent again. A wrong key and an unknown reference cost one indexed read each.
 */
export async function receiveIpn(
  container: MedusaContainer,
  incoming: IncomingIpn
): Promise<HookAnswer> {
  const { gateway, inbox, ledger, payouts } = servicesOf(container)
  const addressee = await addresseeOf(container, incoming)
  if (addressee === null) {
    await receiveStranger(container, incoming)
    return NOT_FOUND
  }
  if (!isOfAccount(incoming, addressee)) {
    return NOT_FOUND
  }
  if (!hasKeyOf(incoming, addressee)) {
    ledger.refusedWebhooks.count("ipn", "key")
    return NOT_FOUND
  }
  const { reference, account, transaction_id, payout_attempt_id } = addressee
  const keyed = incoming.key !== null

  const ipn = parseIpn(incoming.raw)
  // The token of an account that was taken out or renamed is gone with it: there the key decides.
  const checkable = gateway.has(account) && !(keyed && gateway.options.ipnSignature === "off")
  const required = !keyed || gateway.options.ipnSignature === "require"
  if (!keyed && !checkable) {
    return UNAUTHORIZED
  }
  const checked = checkable
    ? checkIpnSignature(gateway, account, reference, { signature: incoming.signature, ipn })
    : "unchecked"
  if (checked === "wrong" || (checked === "missing" && required)) {
    ledger.refusedWebhooks.count("ipn", "signature")
    return UNAUTHORIZED
  }

  const ignored = rejectReason(ipn, reference)
  if (payout_attempt_id !== null && ignored === null) {
    // At once, so that a resend knows of it; the worker does it again, and waits for who writes.
    await payouts.attempts.heardOf(payout_attempt_id, ipn?.ticket ?? null, { waits: false })
  }
  const stored = await inbox.events.store({
    source: keyed ? "ipn" : "standard",
    type: ipn?.type ?? "unreadable",
    reference,
    transaction_id,
    payout_attempt_id,
    account,
    raw: incoming.raw,
    payload: payloadOf(ipn, incoming.raw),
    signature: checked,
    ignored,
  })
  const event_id = ignored === null ? stored.id : null
  if (event_id !== null || (await addressee.mayAsk())) {
    await requestLookup(container, { transaction_id, payout_attempt_id, event_id })
  }
  return STORED
}

function isOfAccount({ account }: IncomingIpn, addressee: Addressee): boolean {
  return account === null || account === addressee.account
}

function hasKeyOf({ key }: IncomingIpn, addressee: Addressee): boolean {
  return key === null || ipnKeyMatches(key, addressee.ipn_key_hash)
}

/**
 * Reject reason: why a notification is kept but not processed. The lookup does not depend on it.
 */
function rejectReason(ipn: Ipn | null, reference: Reference): string | null {
  if (ipn === null) {
    return "not a JSON object"
  }
  return ipn.reference === null || sameReference(ipn.reference, reference)
    ? null
    : "names another reference"
}
