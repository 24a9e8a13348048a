import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { servicesOf } from "../../../../workflows/settle"
import type { StoreSubscriptionsAnswer } from "../types"
import { showOwn } from "./shown"

/** A shopper has a handful; whoever has more sees the newest. */
const MOST = 100

/** `GET /store/payin/subscriptions` -> `{ subscriptions }`: those of the signed-in customer, newest first. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { subscriptions } = servicesOf(req.scope).subscriptions
  const own = await subscriptions.ofCustomer(req.auth_context.actor_id, MOST)
  res.json({ subscriptions: own.map(showOwn) } satisfies StoreSubscriptionsAnswer)
}
