import { JWT_SECRET } from "./people"
import { CANARY } from "./personal-data"

/** A shop of the tests as `medusa-config.ts` reads it. */
export function shopEnvironment({
  serviceUrl,
  callbackUrl,
  options = {},
}: {
  serviceUrl: string
  callbackUrl: string
  options?: Record<string, unknown> | undefined
}): Record<string, string> {
  return {
    PAYIN_BASE_URL: serviceUrl,
    PAYIN_USERNAME: CANARY.service.username,
    PAYIN_PASSWORD: CANARY.service.password,
    PAYIN_TOKEN: CANARY.service.token,
    PAYIN_MERCHANT_ID: CANARY.service.merchant_id,
    PAYIN_CALLBACK_URL: callbackUrl,
    PAYIN_RETURN_URL: "http://localhost:8000/return",
    PAYIN_WEBHOOK_SECRET: CANARY.webhook_secret,
    PAYIN_ENCRYPTION_KEY: CANARY.encryption_key,
    PAYIN_OPTIONS: JSON.stringify(options),
    JWT_SECRET,
    COOKIE_SECRET: "test-cookie-secret",
  }
}

const { merchant_id: merchantId, ...credentials } = CANARY.service

/** The merchant of every shop of the tests, as the sandbox knows it. */
export const MERCHANT = {
  ...credentials,
  merchantId,
  currency: "COP" as const,
  webhookSecret: CANARY.webhook_secret,
}
