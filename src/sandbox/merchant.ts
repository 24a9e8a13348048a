import { success, type Answer } from "./answers"
import type { Context } from "./context"
import { shownAmount } from "./money"
import type { Merchant } from "./settings"

/**
 * `GET /api/v1/merchant/me`: `message` is an empty string there (docs/service.md#merchant-profile).
 */
export function merchantProfile({ behaviour, store }: Context, merchant: Merchant): Answer {
  const { name, nit, email, currency } = merchant
  const wire = store.wallet(merchant)
  const wallet = shownAmount(wire, currency, behaviour.amounts.wallet, behaviour)
  return success("", { name, nit, email, currency, wallet })
}
