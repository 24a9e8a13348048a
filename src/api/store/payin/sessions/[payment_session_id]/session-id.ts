import { z } from "zod"
import type { Refusal } from "../../../../refusal"

// PostgreSQL refuses to search for just any text.
export const sessionId = z.string().regex(/^\w{1,128}$/)

export const NEVER_OURS: Refusal = {
  status: 404,
  type: "not_found",
  message: "This payment session was never one of PayIn.",
}
