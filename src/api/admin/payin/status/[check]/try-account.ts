import { newReference } from "../../../../../domain/row/reference"
import { GatewayError } from "../../../../../modules/gateway"
import type { PayInGatewayService } from "../../../../../modules/gateway/service"
import type { AdminConnectionTest } from "../../connection-types"

type Gateway = Pick<PayInGatewayService, "merchant" | "transactions">
type Found = Omit<AdminConnectionTest, "account" | "milliseconds">

/** An answer about something that was never asked for. */
const STRANGE = {
  ok: false,
  operation: "transaction.lookup",
  reason: "reference_mismatch",
  message: "the service knows a transaction that nobody made; ask its support",
} satisfies Partial<Found>

/**
 * Asks the service as this account for its profile, and for a transaction that nobody ever made:
 * nothing changes there.
 */
export async function tryAccount(gateway: Gateway, account: string): Promise<AdminConnectionTest> {
  const began = performance.now()
  const found = await asked(gateway, account)
  return { account, ...found, milliseconds: Math.round(performance.now() - began) }
}

async function asked(gateway: Gateway, account: string): Promise<Found> {
  const found: Found = {
    ...{ ok: true, operation: null, reason: null, message: null },
    ...{ merchant: null, currency: null },
  }
  try {
    const { name, currency } = await gateway.merchant.profile(account)
    Object.assign(found, { merchant: name, currency } satisfies Partial<Found>)
    // A payout that was never answered is sent again only when a lookup says that it is not known.
    const { kind } = await gateway.transactions.lookup(account, newReference())
    return kind === "not_known" ? found : { ...found, ...STRANGE }
  } catch (error) {
    if (!(error instanceof GatewayError)) {
      throw error
    }
    const { operation, reason, message } = error
    return { ...found, ok: false, operation, reason, message }
  }
}
