import { z } from "zod"
import { NOTIFICATION_STATES } from "./dispatcher"
import { notificationSettingsSchema } from "./delivery-settings"
import { OPERATIONS } from "./journal"
import { FORGERIES } from "./notifications"
import { REJECTIONS } from "./payout-messages"
import { STATUSES } from "./transaction"

export const limit = z.coerce.number().int().min(1).max(100_000).optional()

/** Options of one notification; what is absent comes from the settings. */
export const sendSchema = z.strictObject({
  ...partial(notificationSettingsSchema),
  forge: z.enum(FORGERIES).optional(),
  status: z.enum(STATUSES).optional(),
  body: z.record(z.string(), z.unknown()).optional(),
})

const outcome = {
  amount: z.int().min(0).optional(),
  currency: z.string().length(3).optional(),
  response_message: z.string().optional(),
  notify: z.union([z.boolean(), sendSchema]).optional(),
}

export const settleSchema = z.strictObject({ status: z.enum(STATUSES), ...outcome })
export const approvePayoutSchema = z.strictObject(outcome)
export const rejectPayoutSchema = z.strictObject({
  reason: z.enum(REJECTIONS).optional(),
  ...outcome,
})

export const fillFormSchema = z.strictObject({
  bank: z.string(),
  account_number: z.string(),
  account_type: z.string(),
})

export const releaseSchema = z.strictObject({
  order: z.enum(["sent", "reversed", "shuffled"]).optional(),
  ids: z.array(z.int()).optional(),
  seed: z.int().min(0).optional(),
})

export const advanceSchema = z.strictObject({
  ms: z
    .int()
    .min(0)
    .max(366 * 86_400_000),
})
const currency = z.string().length(3).optional()
export const walletSchema = z.strictObject({ amount: z.int(), currency })
export const walletFilter = z.strictObject({ currency })

export const transactionFilter = z.strictObject({ status: z.enum(STATUSES).optional(), limit })
export const payoutFilter = z.strictObject({
  status: z.enum(STATUSES).optional(),
  reference: z.string().optional(),
  limit,
})
export const requestFilter = z.strictObject({
  operation: z.enum(OPERATIONS).optional(),
  reference: z.string().optional(),
  ticket: z.string().optional(),
  limit,
})
export const notificationFilter = z.strictObject({
  ticket: z.string().optional(),
  reference: z.string().optional(),
  state: z.enum(NOTIFICATION_STATES).optional(),
  limit,
})

/** Each key optional and without its default: what is absent must not override the settings. */
function partial(schema: typeof notificationSettingsSchema) {
  const { lose, hold, copies, delayMs, retrySeconds, timeoutMs } = schema.shape
  return {
    lose: lose.unwrap().optional(),
    hold: hold.unwrap().optional(),
    copies: copies.unwrap().optional(),
    delayMs: delayMs.unwrap().optional(),
    retrySeconds: retrySeconds.unwrap().optional(),
    timeoutMs: timeoutMs.unwrap().optional(),
  }
}
