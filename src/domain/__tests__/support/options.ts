import {
  OptionsError,
  type PayInOptions,
  type PayInRawOptions,
  resolveOptions,
} from "../../options/options"

export const KEY = Buffer.from("thirty-two bytes for these tests").toString("base64")
export const MINIMAL: PayInRawOptions = {
  baseUrl: "https://pay.example/live",
  username: "user",
  password: "hush-password",
  token: "hush-token",
  callbackUrl: "https://api.shop.example",
  returnUrl: "https://shop.example/checkout/return",
  encryptionKey: KEY,
  accounts: [{ id: "co", country: "CO" }],
}
export const WITH_CARD: PayInRawOptions = {
  ...MINIMAL,
  cardUrl: "https://cards.example",
  merchantId: "merchant-1",
  webhookSecret: "hush-webhook-secret",
  card: { id: "co" },
}
export const LOOPBACK: PayInRawOptions = {
  ...MINIMAL,
  baseUrl: "http://localhost:4010",
  callbackUrl: "http://127.0.0.1:9000",
  returnUrl: "http://[::1]:8000/return",
}

export const resolve = (raw: unknown, production = false): PayInOptions =>
  resolveOptions(raw, { production })

export function without(options: object, name: string): object {
  return Object.fromEntries(Object.entries(options).filter(([key]) => key !== name))
}

export function problem(raw: unknown, production = false): string {
  try {
    resolve(raw, production)
  } catch (error) {
    if (error instanceof OptionsError) {
      return error.message
    }
    throw error
  }
  return "no problem"
}
