import { z } from "zod"

/** Of days, more than two centuries. */
const MOST_PERIODS = 100_000

export const body = z.strictObject({ period: z.int().min(1).max(MOST_PERIODS).optional() })
