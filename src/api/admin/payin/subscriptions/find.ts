import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { z } from "zod"
import type { Subscription } from "../../../../modules/subscriptions/subscription-rows"
import { servicesOf } from "../../../../workflows/settle"
import { refuse, type Refusal } from "../../../refusal"
import { readPosted } from "../posted-values"
import { isRowId } from "../row-id"

export const NO_SUBSCRIPTION: Refusal = {
  status: 404,
  type: "not_found",
  message: "There is no subscription with this id.",
}

/** The subscription that the address names; else null, and the 404 is answered. */
export async function findAsked(
  req: MedusaRequest,
  res: MedusaResponse
): Promise<Subscription | null> {
  const { id } = req.params
  const { subscriptions } = servicesOf(req.scope).subscriptions
  const subscription = isRowId(id) ? await subscriptions.find(id) : null
  if (subscription === null) {
    refuse(res, NO_SUBSCRIPTION)
  }
  return subscription
}

/**
 * The subscription that an action is about, and what was posted; null when 404 or 400 is answered.
 */
export async function readAction<Posted>(
  req: MedusaRequest,
  res: MedusaResponse,
  body: z.ZodType<Posted>
): Promise<{ subscription: Subscription; posted: Posted } | null> {
  const subscription = await findAsked(req, res)
  if (subscription === null) {
    return null
  }
  const read = readPosted(body, req.body)
  if ("refusal" in read) {
    refuse(res, read.refusal)
    return null
  }
  return { subscription, posted: read.value }
}
