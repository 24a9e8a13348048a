import type { MedusaContainer } from "@medusajs/framework/types"
import { parseIpn } from "../../domain/ipn"
import { isLinkOrPayoutReference } from "../../domain/reference"
import { servicesOf } from "../../workflows/settle"
import { prompt } from "../../workflows/settle/notification"
import { payloadOf, type IncomingIpn } from "./incoming"

/**
 * A notification under a reference of our form that no row has: of a row that a restored backup or a
 * replica lacks, or of a copy of this database. It is answered like any other unknown one. With a
 * valid signature it is stored, and a worker asks the service whether money moved.
 */
export async function receiveStranger(
  container: MedusaContainer,
  { reference, account, signature, raw }: IncomingIpn
): Promise<void> {
  const ipn = isLinkOrPayoutReference(reference) ? parseIpn(raw) : null
  if (ipn === null || signature === undefined) {
    return
  }
  const { gateway, inbox } = servicesOf(container)
  const told = gateway.options.accounts.find(
    ({ id }) =>
      (account === null || account === id) &&
      gateway.verifyIpnSignature(id, signature, ipn.signed_ticket, reference) === "valid"
  )
  if (told === undefined) {
    return
  }
  const { id: event_id } = await inbox.events.store({
    source: account === null ? "ipn" : "standard",
    type: ipn.type,
    reference,
    transaction_id: null,
    account: told.id,
    raw,
    payload: payloadOf(ipn, raw),
    signature: "valid",
    ignored: null,
  })
  if (event_id !== null) {
    await prompt(container, { transaction_id: null, event_id })
  }
}
