import { setTimeout as sleep } from "node:timers/promises"
import { GatewayError } from "../../../../modules/gateway"
import type { PayInGatewayService } from "../../../../modules/gateway/service"
import type { AdminOverviewAnswer } from "../overview-types"

type Wallet = Pick<AdminOverviewAnswer["accounts"][number], "wallet" | "wallet_error">

/** Longest wait for a balance, because the page shows other things too. */
const PATIENCE_MS = 4000

/** An account's balance at the service in major units, or why it is not known now. */
export async function walletOf(
  gateway: Pick<PayInGatewayService, "merchant">,
  account: { id: string; currency: string }
): Promise<Wallet> {
  return Promise.race([asked(gateway, account), tooLate()])
}

async function asked(
  gateway: Pick<PayInGatewayService, "merchant">,
  account: { id: string; currency: string }
): Promise<Wallet> {
  try {
    const { wallet, currency } = await gateway.merchant.profile(account.id)
    return currency !== null && currency !== account.currency
      ? { wallet: null, wallet_error: "currency" }
      : { wallet, wallet_error: wallet === null ? "not_told" : null }
  } catch (error) {
    if (error instanceof GatewayError) {
      return { wallet: null, wallet_error: error.reason }
    }
    throw error
  }
}

async function tooLate(): Promise<Wallet> {
  await sleep(PATIENCE_MS, undefined, { ref: false })
  return { wallet: null, wallet_error: "timeout" }
}
