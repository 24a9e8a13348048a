import { z } from "zod"
import { limit, sendSchema } from "../control-bodies"
import { NOTIFICATION_STATES } from "../dispatcher"
import { CARD_EVENTS } from "./card-settings"
import { WEBHOOK_FORGERIES } from "./forgeries"
import { SUBSCRIPTION_STATUSES } from "./records"

const text = z.string().optional()

export const subscriptionFilter = z.strictObject({
  status: z.enum(SUBSCRIPTION_STATUSES).optional(),
  limit,
})
export const cardFilter = z.strictObject({ subscription_id: text, reference_id: text, limit })
export const webhookFilter = z.strictObject({
  event: text,
  subscription_id: text,
  transaction_id: text,
  reference_id: text,
  state: z.enum(NOTIFICATION_STATES).optional(),
  limit,
})
export const webhookSchema = sendSchema.extend({
  event: z.enum(CARD_EVENTS).optional(),
  forge: z.enum(WEBHOOK_FORGERIES).optional(),
  status: text,
  ageMs: z.int().min(0).optional(),
})
export const endpointSchema = z.strictObject({
  url: z.string().nullable().optional(),
  secret: z.string().min(1).optional(),
})
export const tokenSchema = z.strictObject({ number: z.string() })
