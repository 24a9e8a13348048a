import type { Ipn } from "../../domain/notification/ipn"
import { sameReference, type Reference } from "../../domain/row/reference"
import type { PayInGatewayService, SignatureState } from "../../modules/gateway/service"

/**
 * Checks the signature of a notification by one account's tokens. It covers the reference as the
 * service writes it, which may be in another case than ours.
 */
export function checkIpnSignature(
  gateway: Pick<PayInGatewayService, "verifyIpnSignature">,
  account: string,
  reference: Reference,
  { signature, ipn }: { signature: string | undefined; ipn: Ipn | null }
): SignatureState {
  const said = ipn?.reference ?? null
  const spelled = said !== null && sameReference(said, reference) ? [reference, said] : [reference]
  const states = spelled.map((one) =>
    gateway.verifyIpnSignature(account, signature, ipn?.signed_ticket, one)
  )
  return states.find((state) => state === "valid") ?? states[0] ?? "wrong"
}
