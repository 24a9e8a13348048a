import type { MedusaContainer } from "@medusajs/framework/types"
import { subtractAmounts, type MajorAmount } from "../../domain/money/amount"
import { RefusedError } from "../../modules/gateway/errors"
import { DOWN, type PutBack } from "../../modules/payouts/submissions"
import { pauseSeconds } from "../reconcile/pause"
import { servicesOf } from "../settle"

/**
 * Reads an account's balance in major units, less the payouts under way.
 *
 * @returns `left` null: the service reports no balance, or one of another currency. When it cannot be
 *   asked: the reason, and for how long nothing is sent
 */
export async function balanceOf(
  container: MedusaContainer,
  account: string
): Promise<{ left: MajorAmount | null } | PutBack> {
  const { gateway, payouts } = servicesOf(container)
  try {
    const underWay = await payouts.submissions.underWay(account)
    const { wallet, currency } = await gateway.merchant.profile(account)
    if (wallet === null || currency !== gateway.account(account).currency) {
      return { left: null }
    }
    return { left: underWay.reduce(subtractAmounts, wallet) }
  } catch (error) {
    const credentials = error instanceof RefusedError
    const seconds = pauseSeconds(error) ?? DOWN.seconds
    return { reason: credentials ? "credentials" : DOWN.reason, seconds }
  }
}
