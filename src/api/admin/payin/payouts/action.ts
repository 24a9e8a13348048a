import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { z } from "zod"
import type { Payout } from "../../../../modules/payouts/rows"
import { refuse } from "../../../refusal"
import { readPosted } from "../posted-values"
import { findAsked } from "./find"

/**
 * The payout that an action is about, and what was posted with it; null when 404 or 400 is
 * answered.
 */
export async function readAction<Posted>(
  req: MedusaRequest,
  res: MedusaResponse,
  body: z.ZodType<Posted>
): Promise<{ payout: Payout; posted: Posted } | null> {
  const payout = await findAsked(req, res)
  if (payout === null) {
    return null
  }
  const read = readPosted(body, req.body)
  if ("refusal" in read) {
    refuse(res, read.refusal)
    return null
  }
  return { payout, posted: read.value }
}
