import { z } from "zod"
import { brebKeySchema } from "./breb-keys"
import {
  ACCOUNT_TYPES,
  COUNTRY_CODES,
  CURRENCY_CODES,
  DIRECT_METHODS,
  METHODS,
  WALLET_METHOD,
} from "./catalog"
import { cardSettingsSchema, webhookSettingsSchema, webhookUrlSchema } from "./cards/card-settings"
import { DEFAULT_MERCHANTS } from "./default-merchants"
import { milliseconds, notificationSettingsSchema } from "./delivery-settings"
import { REJECTIONS } from "./payout-messages"

export const merchantSchema = z.strictObject({
  username: z.string().min(1),
  password: z.string().min(1),
  token: z.string().min(1).describe("The value of the header Token-Top"),
  merchantId: z.string().min(1),
  country: z
    .enum(COUNTRY_CODES)
    .optional()
    .describe("Given: other countries are refused. Absent: all countries"),
  name: z.string().default("Comercio de prueba"),
  nit: z.string().default("900000000-1"),
  email: z.string().default("comercio@example.com"),
  currency: z.enum(CURRENCY_CODES).default("COP"),
  wallet: z
    .int()
    .default(0)
    .describe("Opening balance in wire units of `currency`; wallets of other currencies open at 0"),
  active: z.boolean().default(true).describe("false: no new card subscriptions (403)"),
  direct: z
    .array(z.enum(DIRECT_METHODS))
    .default([])
    .describe("Methods that the account answers without a hosted page"),
  webhookUrl: webhookUrlSchema.optional().describe("Where card webhooks go; the control API too"),
  webhookSecret: z.string().min(1).default("sandbox-webhook-secret"),
})
export type Merchant = z.infer<typeof merchantSchema>

/** How payouts behave: a setting for each reading of what is open (docs/service.md#payouts). */
const payoutSettingsSchema = z.strictObject({
  outcome: z
    .enum(["wait", "approve", "reject", "email"])
    .default("wait")
    .describe("wait: until the control API or the front page decides; email: by approvingEmails"),
  resultAfterMs: milliseconds.default(1_500).describe("From acceptance to the result"),
  rejection: z
    .enum(REJECTIONS)
    .default("account_unknown")
    .describe("The bank's reason when nobody chose another one"),
  duplicate: z
    .enum(["refuse", "first", "second"])
    .default("refuse")
    .describe(
      "A reference that was used: refuse it, answer as for the first one, or accept a second payout (nobody says what the service does)"
    ),
  lowBalance: z
    .enum(["refuse", "reject"])
    .default("refuse")
    .describe("More than the wallet holds: refuse the call, or accept it and reject it later"),
  visibleAfterMs: milliseconds
    .default(0)
    .describe("From acceptance until the lookup finds a payout: it may sit in a queue"),
  walletMethod: z
    .string()
    .regex(/^[A-Z][A-Z0-9_]*$/)
    .default(WALLET_METHOD)
    .describe("payment_method of the service's own wallet"),
  form: z
    .strictObject({
      address: z.boolean().default(true).describe("Whether the answer names form_url"),
      ticket: z.boolean().default(true).describe("Whether the answer names a ticket"),
      shown: z
        .enum(["filled", "at_once"])
        .default("filled")
        .describe(
          "When the lookup finds it: nobody says whether a form is shown before it is filled in"
        ),
    })
    .prefault({})
    .describe("Forms in which whoever is paid names the account, in Peru"),
  label: z.string().min(1).default("WITHDRAWAL").describe("`type_transaction` of a payout"),
  accountTypes: z
    .partialRecord(z.enum(COUNTRY_CODES), z.array(z.enum(ACCOUNT_TYPES)))
    .default({})
    .describe("Replaces the account types of a country"),
  banks: z
    .partialRecord(z.enum(COUNTRY_CODES), z.array(z.string().min(1)))
    .default({})
    .describe("Replaces the known banks of a country; every other one is refused"),
})

const limitSchema = z.strictObject({
  min: z.number().nonnegative().nullable().optional(),
  max: z.number().positive().nullable().optional(),
})

/**
 * What may change while the sandbox runs (`configure`), see
 * docs/decisions/0027-sandbox-from-the-interface.md.
 */
export const behaviourSchema = z.strictObject({
  form: z.enum(["envelope", "flat"]).default("envelope").describe("Answer of create"),
  tickets: z
    .enum(["short", "uuid"])
    .optional()
    .describe("15 characters or UUID v4; default: uuid in flat form, else short"),
  initialStatus: z.enum(["PENDING", "CREATED"]).default("PENDING"),
  refusalStatus: z
    .union([z.literal(200), z.literal(400), z.literal(422)])
    .default(400)
    .describe("HTTP status of a refusal with code 00 (not documented)"),
  unknownLookup: z
    .enum(["HTTP_404", "NOT_FOUND", "TRANSACTION_NOT_FOUND", "REFERENCE_INVALID"])
    .default("HTTP_404")
    .describe("HTTP_404, or HTTP 200 with code 00 and this `error`"),
  lookupQuirks: z
    .boolean()
    .default(true)
    .describe("legal_doc and phone_number as numbers, metadata [], cus for PSE"),
  amounts: z
    .strictObject({
      lookup: z.enum(["wire", "major"]).default("wire"),
      wallet: z.enum(["wire", "major"]).default("wire"),
    })
    .prefault({}),
  descriptionRequired: z
    .boolean()
    .default(true)
    .describe("Both are documented; the stricter one is the default"),
  depositLabel: z.string().min(1).default("DEPOSIT").describe("`type_transaction` of a pay-in"),
  methods: z
    .partialRecord(z.enum(COUNTRY_CODES), z.array(z.enum(METHODS)))
    .default({})
    .describe("Replaces the methods of a country"),
  limits: z
    .partialRecord(z.enum(CURRENCY_CODES), z.partialRecord(z.enum(METHODS), limitSchema))
    .default({})
    .describe("Overrides of the documented limits, major units, null = unlimited"),
  decimals: z
    .strictObject({
      COP: z.int().min(0).max(4).default(0),
      PEN: z.int().min(0).max(4).default(2),
      MXN: z.int().min(0).max(4).default(2),
    })
    .prefault({}),
  direct: z
    .partialRecord(z.enum(DIRECT_METHODS), z.enum(["hosted", "direct", "bare_key", "nothing"]))
    .default({})
    .describe(
      "How every account answers a method: with a hosted page; directly; with a key and no page; with a success that says nothing"
    ),
  bankList: z
    .enum(["full", "empty", "not_a_list", "broken"])
    .default("full")
    .describe("What the list of PSE's banks answers"),
  brebKeys: z
    .record(z.string(), brebKeySchema)
    .default({})
    .describe("Who holds a Bre-B key, and how that is answered; nobody holds an unknown key"),
  outcome: z
    .enum(["email", "approve", "reject", "wait"])
    .default("email")
    .describe("What a press on the page's own pay button does; the sandbox strip always chooses"),
  approvingEmails: z
    .array(z.string().min(1))
    .default(["approved"])
    .describe("Parts before the @ that approve"),
  settleAfterMs: milliseconds.default(0).describe("From paying to the final status, not cards"),
  cardResultAfterMs: milliseconds
    .default(1_500)
    .describe("The charge of a card is processed asynchronously"),
  returnAfterSeconds: z
    .int()
    .min(0)
    .max(600)
    .default(4)
    .describe("From the result page back to redirect_url; 0 = at once, without the page"),
  notifyOnExpiry: z.boolean().default(true),
  notifications: notificationSettingsSchema.prefault({}),
  payouts: payoutSettingsSchema.prefault({}),
  cards: cardSettingsSchema.prefault({}),
  webhooks: webhookSettingsSchema.prefault({}),
})
export type Behaviour = z.infer<typeof behaviourSchema>
/** Every key optional; groups may be given in part. */
export type BehaviourInput = z.input<typeof behaviourSchema>

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/

export const settingsSchema = behaviourSchema.extend({
  host: z
    .string()
    .regex(LOOPBACK, "the sandbox listens on loopback only: use 127.0.0.1, ::1 or localhost")
    .default("127.0.0.1"),
  port: z.int().min(0).max(65_535).default(0).describe("0 = any free port"),
  publicUrl: z
    .url({ protocol: /^https?$/ })
    .refine((address) => new URL(address).pathname === "/", "must be an address without a path")
    .optional()
    .describe("Address of the hosted pages when a browser reaches them through a tunnel"),
  merchants: z
    .array(merchantSchema)
    .min(1)
    .default(DEFAULT_MERCHANTS)
    .refine(
      (list) =>
        new Set(list.map((merchant) => merchant.token)).size === list.length &&
        new Set(list.map((merchant) => merchant.merchantId)).size === list.length,
      "two merchants share a token or a merchantId: each needs its own"
    ),
  journalSize: z
    .int()
    .min(0)
    .max(1_000_000)
    .default(5_000)
    .describe("Received requests and sent notifications kept for reading"),
})
export type Settings = z.infer<typeof settingsSchema>
export type SandboxSettings = z.input<typeof settingsSchema>

export class SettingsError extends Error {
  constructor(message: string) {
    super(message)
    this.name = "SettingsError"
  }
}

/** One line that names the setting and what to do; used for start and for `configure`. */
export function describeProblem(error: z.ZodError): string {
  const issue = error.issues[0]
  if (issue === undefined) return "payin-sandbox: unreadable settings"
  const path = issue.path.join(".")
  if (path === "") return `payin-sandbox: ${issue.message}`
  return `payin-sandbox: setting "${path}": ${issue.message}`
}

export function readSettings(input: unknown): Settings {
  const parsed = settingsSchema.safeParse(input ?? {})
  if (!parsed.success) throw new SettingsError(describeProblem(parsed.error))
  return parsed.data
}

/** Behaviour with some keys changed; groups (`amounts`, `notifications` ...) are merged key by key. */
export function changeBehaviour(present: Behaviour, change: unknown): Behaviour {
  const changes = z.record(z.string(), z.unknown()).safeParse(change)
  if (!changes.success) throw new SettingsError("payin-sandbox: the settings must be an object")
  const next: Record<string, unknown> = { ...present }
  for (const [key, value] of Object.entries(changes.data)) {
    const before = next[key]
    next[key] = isGroup(before) && isGroup(value) ? { ...before, ...value } : value
  }
  const parsed = behaviourSchema.safeParse(next)
  if (!parsed.success) throw new SettingsError(describeProblem(parsed.error))
  return parsed.data
}

function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
