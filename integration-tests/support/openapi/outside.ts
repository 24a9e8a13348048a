import { CARD_EVENTS } from "../../../src/domain/card/event"
import { PAY_AGAIN_FIELDS } from "../../../src/domain/session/pay-again"
import { REFUND_FIELD_NAMES } from "../../../src/api/payin/refund/view"
import { ref, type Schema } from "./posted"

// Routes that neither the admin nor a storefront calls: the service posts what it likes, a
// shopper's browser gets a page.

const header = (name: string, description: string, required = false) => ({
  ...{ name, in: "header", description, required },
  schema: { type: "string" },
})
const json = (schema: Schema) => ({ "application/json": { schema } })
const PAGE = { "text/html": { schema: { type: "string" } } }
const SCALAR = { type: ["string", "number", "null"] }
const TEXT = { type: ["string", "null"] }

const RECEIVED = {
  "202": {
    description: "Stored.",
    content: json({
      type: "object",
      properties: { received: { type: "boolean", const: true } },
      required: ["received"],
      additionalProperties: false,
    }),
  },
  "4XX": { description: "Refused: nothing was stored.", content: json(ref("Refusal")) },
}

export const IPN = {
  parameters: [header("x-trx-signature", "Required where option `ipnSignature` says so.")],
  requestBody: {
    required: true,
    description:
      "As the service sends it, of any content type, at most 64 kB. None of it is believed: the service is asked.",
    content: json({
      type: "object",
      properties: {
        top_status: SCALAR,
        top_ticket: SCALAR,
        top_reference: SCALAR,
        top_card: { description: "Brand, type and last four digits are kept of it." },
      },
    }),
  },
  responses: RECEIVED,
}

export const CARD_WEBHOOK = {
  parameters: [
    header("X-Webhook-Signature", "HMAC SHA256, of the form that the card's options name.", true),
    header("X-Webhook-Timestamp", "Required where the signature covers it."),
    header("X-Webhook-Id", "Kept with the notification."),
  ],
  requestBody: {
    required: true,
    description: "As the service sends it, at most 64 kB.",
    content: json({
      type: "object",
      properties: {
        id: TEXT,
        event: { type: ["string", "null"], examples: CARD_EVENTS },
        timestamp: { type: ["string", "null"], description: "ISO 8601: when it happened." },
        idempotency_key: {
          ...TEXT,
          description: "The service's key of the event. The same body is processed once.",
        },
        data: {
          type: ["object", "null"],
          properties: {
            transaction: { type: ["object", "null"] },
            subscription: {
              type: ["object", "null"],
              properties: { subscription_id: TEXT },
            },
          },
        },
      },
    }),
  },
  responses: RECEIVED,
}

const PAGES = {
  "200": { description: "The page.", content: PAGE },
  "4XX": { description: "The page, which says what is wrong.", content: PAGE },
  "5XX": { description: "The page, which asks to try again in a moment.", content: PAGE },
}

export const REFUND_PAGE = { responses: PAGES }

export const SESSION_EVENTS = {
  responses: {
    "200": {
      description: "Events named `status`; their `data` is a `StoreSessionAnswer` as JSON.",
      content: { "text/event-stream": { schema: { type: "string" } } },
    },
    "4XX": {
      description: "Refused: what is wrong. 429: poll instead.",
      content: json(ref("Refusal")),
    },
  },
}

export const ICON = {
  responses: {
    "200": {
      description: "The drawing.",
      content: { "image/svg+xml": { schema: { type: "string" } } },
    },
    "404": { description: "There is no such drawing.", content: json(ref("Refusal")) },
  },
}

const FIELDS = {
  type: "object",
  properties: Object.fromEntries(REFUND_FIELD_NAMES.map((name) => [name, { type: "string" }])),
  required: ["bank", "account_type", "account_number"],
}

export const REFUND_FORM = {
  requestBody: {
    required: true,
    description: "The fields that the page asks for; of the person only those that it names.",
    content: { "application/x-www-form-urlencoded": { schema: FIELDS }, ...json(FIELDS) },
  },
  responses: PAGES,
}

export const PAY_PAGE = { responses: PAGES }

const PAY_FIELDS = {
  type: "object",
  properties: Object.fromEntries(PAY_AGAIN_FIELDS.map((name) => [name, { type: "string" }])),
  required: ["shown", "payment_method"],
}

export const PAY_FORM = {
  requestBody: {
    required: true,
    description:
      "The fields that the page asks for. `shown` is the amount that it showed; `payer` is `other` for another person than the order's.",
    content: {
      "application/x-www-form-urlencoded": { schema: PAY_FIELDS },
      ...json(PAY_FIELDS),
    },
  },
  responses: {
    "303": { description: "Leads to the page of the payment service.", content: PAGE },
    ...PAGES,
  },
}
