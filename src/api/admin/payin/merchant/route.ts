import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { servicesOf } from "../../../../workflows/settle"
import { refuse } from "../../../refusal"
import { askedAccount } from "../account"
import { answerFailure } from "../service-failure"
import type { AdminMerchantAnswer } from "../lookup-types"

/**
 * `GET /admin/payin/merchant?account` -> `{ merchant: { name, nit, email, currency, wallet } }`,
 * asked of the service now (docs/service.md#merchant-profile). `wallet` is in major units. 400
 * names the field; 502 and 503 tell why the service did not answer.
 */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const { gateway } = servicesOf(req.scope)
  const asked = askedAccount(req, gateway.options)
  if ("refusal" in asked) {
    refuse(res, asked.refusal)
    return
  }
  try {
    const { name, nit, email, currency, wallet } = await gateway.merchant.profile(asked.value.id)
    res.json({ merchant: { name, nit, email, currency, wallet } } satisfies AdminMerchantAnswer)
  } catch (error) {
    answerFailure(res, error)
  }
}
