import type { MedusaContainer } from "@medusajs/framework/types"
import { parseIpn } from "../../domain/notification/ipn"
import { isLinkOrPayoutReference, notifiedReference } from "../../domain/row/reference"
import { servicesOf } from "../../workflows/settle"
import { requestLookup } from "../../workflows/settle/notification"
import { checkIpnSignature } from "./ipn-signature"
import { payloadOf, type IncomingIpn } from "./incoming"

/**
 * A notification under a reference of our form that no row has: of a row that a restored backup or a
 * replica lacks, or of a copy of this database. It is answered like any other unknown one. With a
 * valid signature it is stored, and a worker asks the service whether money moved, at each account whose
 * token fits: several may share one.
 */
export async function receiveStranger(
  container: MedusaContainer,
  { reference: named, account, signature, raw }: IncomingIpn
): Promise<void> {
  const reference = isLinkOrPayoutReference(named) ? notifiedReference(named) : null
  const ipn = parseIpn(raw)
  if (ipn === null || reference === null) {
    return
  }
  const { gateway, inbox } = servicesOf(container)
  const fitting = gateway.options.accounts.filter(
    ({ id }) =>
      (account === null || account === id) &&
      checkIpnSignature(gateway, id, reference, { signature, ipn }) === "valid"
  )
  const told = fitting.at(0)
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
    payload: { ...payloadOf(ipn, raw), accounts: fitting.map(({ id }) => id) },
    signature: "valid",
    ignored: null,
  })
  if (event_id !== null) {
    await requestLookup(container, { transaction_id: null, event_id })
  }
}
