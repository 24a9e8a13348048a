import { z } from "zod"

/** The longest timer Node keeps; anything beyond would fire at once. */
const MAX_MS = 2_147_483_647

export const milliseconds = z.int().min(0).max(MAX_MS)

/** How notifications and webhooks are delivered. */
export const notificationSettingsSchema = z.strictObject({
  lose: z.boolean().default(false).describe("Never send"),
  hold: z.boolean().default(false).describe("Keep until released by the control API"),
  copies: z.int().min(1).max(100).default(1).describe("How often each one is sent"),
  delayMs: milliseconds.default(0),
  retrySeconds: z
    .array(z.int().min(0).max(86_400))
    .default([5, 30, 120])
    .describe("Waits before each repeat after an answer that is not 2xx"),
  timeoutMs: milliseconds.default(10_000),
})
export type NotificationSettings = z.infer<typeof notificationSettingsSchema>
