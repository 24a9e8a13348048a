import { z } from "zod"

import { cardOptionsSchema, renewalOptionsSchema, timeZoneSchema } from "../card/options"
import { COUNTRY_CODES, CURRENCY_CODES, PAID_LATER } from "../country/countries"
import { countryOverridesSchema } from "../country/overrides"
import { DIRECT_METHODS, PERSON_TYPES } from "../method/direct"
import { nonNegativeAmount } from "./amount"
import { ACCOUNT_TYPES, WALLET_METHOD } from "../payout/methods"
import { LAPSED_WATCH_DAYS, NOT_KNOWN_PAYIN, NOT_KNOWN_PAYOUT } from "../time/schedule"
import { secretListProblem } from "../privacy/secret-list"
import { LANGUAGES } from "../text/language"

const text = z.string().trim().min(1, { error: "must not be empty" })
const secrets = text.superRefine((list, context) => {
  const problem = secretListProblem(list)
  if (problem !== null) {
    context.addIssue(problem)
  }
})
const path = text.regex(/^\/[^\s?#]*$/, { error: 'must be a path that begins with "/"' })
const decimals = z.number().int().min(0).max(4)
const unit = z.enum(["wire", "major"])
const approver = z
  .string()
  .refine((one) => /^user_[A-Za-z0-9]+$/.test(one) || z.email().safeParse(one).success, {
    error: "must be the e-mail of a user, or the id of one, such as user_01ABC",
  })
  .transform((one) => (one.includes("@") ? one.toLowerCase() : one))

const account = z.strictObject({
  id: text
    .regex(/^[a-z0-9][a-z0-9_-]{0,29}$/, {
      error: "must be 1 to 30 lower-case letters, digits, hyphens or underscores",
    })
    .describe("Names the provider: `pp_payin_<id>`."),
  country: z.enum(COUNTRY_CODES).describe("`CO`, `PE` or `MX`; the currency follows from it."),
  username: text.optional().describe("Overrides `username`."),
  password: text.optional().describe("Overrides `password`."),
  token: secrets.optional().describe("Overrides `token`."),
  merchantId: text.optional().describe("Overrides `merchantId`."),
  baseUrl: text.optional().describe("Overrides `baseUrl`."),
  returnUrl: text.optional().describe("Overrides `returnUrl`."),
  direct: z
    .array(z.enum(DIRECT_METHODS, { error: `must be one of ${DIRECT_METHODS.join(", ")}` }), {
      error: `must be a list of ${DIRECT_METHODS.join(", ")}`,
    })
    .default([])
    .describe("Methods that this account pays without a hosted page."),
})

/**
 * Options of `withPayIn` as a store writes them. The table in docs/options.md is written from the
 * descriptions. Checks that need several options are made by `resolveOptions`.
 */
export const payInOptionsSchema = z.strictObject({
  baseUrl: text
    .optional()
    .describe(
      "Base address of the payment API with its environment prefix, without the `/api/v1` part. Required, here or in every account. Plain http only on loopback. (docs/service.md#addresses)"
    ),
  cardUrl: text
    .optional()
    .describe(
      "Base address of the card-payment API. Required with `card`. Plain http only on loopback. (docs/service.md#addresses)"
    ),
  username: text
    .optional()
    .describe(
      "User name of the Basic authorization, issued by the service. Required, here or in every account. (docs/service.md#credentials)"
    ),
  password: text
    .optional()
    .describe(
      "Password of the Basic authorization, issued by the service. Required, here or in every account. (docs/service.md#credentials)"
    ),
  token: secrets
    .optional()
    .describe(
      "Merchant token, sent as `Token-Top`, or a comma list of which the first is sent and all verify notifications. Required, here or in every account. (docs/service.md#credentials)"
    ),
  merchantId: text
    .optional()
    .describe(
      "Merchant identifier of the card-payment API. Required with `card`. (docs/service.md#credentials)"
    ),
  callbackUrl: text.describe(
    "Public address of this Medusa server, to which the service sends notifications. Required. Plain http only on loopback."
  ),
  returnUrl: text.describe(
    "Page of the storefront to which the shopper returns after paying. `{country}` (the account's, such as `co`), `{session_id}` and `{cart_id}` are filled in. Without `{session_id}` the id is appended to the query as `session_id`. Required. Plain http only on loopback."
  ),
  webhookSecret: secrets
    .optional()
    .describe(
      "Shared secret of the card webhooks, at least 16 bytes, or a comma list of which all verify. Required with `card`. (docs/service.md#webhook-signatures)"
    ),
  encryptionKey: text
    .optional()
    .describe(
      "Key for personal data at rest: 32 bytes in base64 (`openssl rand -base64 32`), or a comma list of which the first encrypts and all decrypt. Required in production and when an address of the service is not on loopback; a fixed development key otherwise."
    ),
  accounts: z
    .array(account)
    .min(1, { error: "must name at least one account" })
    .describe(
      'Accounts with the service, each one payment provider `pp_payin_<id>`. Required, for instance `[{ id: "co", country: "CO" }]`; an id is 1 to 30 lower-case letters, digits, `-` or `_`. An account may override `username`, `password`, `token`, `merchantId`, `baseUrl` and `returnUrl`. `direct` names the methods that the service answers directly for it, of `PSE`, `BREB` and `TRANSFIYA` (default none): ask its support, or [payin-doctor](production.md#doctor). (docs/service.md#direct-payments)'
    ),
  payIn: z
    .strictObject({
      version: z
        .enum(["v1", "v2"])
        .default("v1")
        .describe(
          "`v1` or `v2` of the call. Choose `v2` only if the service's support says so. Its answer may hold the numbers to pay a voucher with. It is sent to `paths.payInV2`."
        ),
    })
    .prefault({})
    .describe("Which call makes a payment link. (docs/service.md#direct-payments)"),
  pse: z
    .strictObject({
      cacheHours: z
        .number()
        .int()
        .min(1)
        .max(168)
        .default(24)
        .describe("How long the list of banks is kept before it is asked for again."),
      images: z
        .enum(["link", "off"])
        .default("link")
        .describe(
          "`link`: shoppers load the pictures of the banks from the service's address. `off`: there are no pictures."
        ),
      personTypes: z
        .array(z.enum(PERSON_TYPES))
        .min(1, { error: "must name at least one type of person" })
        .default(["NATURAL"])
        .describe("Who can pay: `NATURAL`, and `JURIDICA` for companies."),
    })
    .prefault({})
    .describe("PSE with the bank chosen in the shop (`direct`). (docs/service.md#banks-of-pse)"),
  card: cardOptionsSchema
    .nullish()
    .describe(
      "Card payments without redirect (provider `pp_payin-card_<id>`, in COP) for the Colombian account `id`. (docs/service.md#cards)"
    ),
  renewal: renewalOptionsSchema.prefault({}).describe("How subscriptions renew."),
  timeZone: timeZoneSchema
    .default("America/Bogota")
    .describe("Time zone of the store: a subscription is due when its day begins there."),
  language: z
    .enum(LANGUAGES)
    .default("es")
    .describe("Language of labels and descriptions for shoppers: `es` or `en`."),
  decimals: z
    .strictObject({
      COP: decimals.default(0),
      PEN: decimals.default(2),
      MXN: decimals.default(2),
    })
    .prefault({})
    .describe(
      "Decimals of an amount on the wire per currency: what is sent is the major unit x 10^decimals. As in Medusa's currency table. (docs/service.md#amounts)"
    ),
  rounding: z
    .enum(["half_up", "error"])
    .default("half_up")
    .describe(
      "What happens to a total that Medusa computed with more decimals than the wire carries: `half_up` rounds it, `error` refuses the payment. Amounts that a person typed are never rounded. (docs/service.md#amounts)"
    ),
  amounts: z
    .strictObject({ lookup: unit.default("wire"), wallet: unit.default("wire") })
    .prefault({})
    .describe(
      "Unit in which the service writes the amount of a lookup and the wallet: `wire`, as sent, or `major`. (docs/service.md#unit-of-looked-up-amounts)"
    ),
  countries: countryOverridesSchema
    .prefault({})
    .describe(
      "Changes to the table of countries, for instance `{ MX: { enabled: true }, CO: { methods: { PSE: { max: 5000000 } } } }`. A country takes `enabled`, `phone_code`, `document_types`, `payout` (whether money can be sent there; `MX`: off) and `methods`. A method takes `enabled`, `label`, `description`, `min` and `max` in major units (`null`: no limit), `link_minutes` (720, `BREB` 15: how long a payment page lives) and `grace_hours` (1, vouchers 72: how long its money is expected afterwards). An unknown name adds a method; give a voucher `grace_hours: 72`. (docs/service.md#countries)"
    ),
  paths: z
    .strictObject({
      payIn: path.default("/api/v1/payin"),
      payInV2: path.default("/api/v2/payin"),
      pseBanks: path.default("/api/v1/pse/banks"),
      payOut: path.default("/api/v1/payout"),
      payOutForm: path.default("/api/v1/payout/form"),
      brebResolve: path
        .includes("{key}", { error: "must contain {key}" })
        .default("/api/v1/breb/key/{key}/resolve"),
      merchant: path.default("/api/v1/merchant/me"),
      lookup: path
        .includes("{ticket}", { error: "must contain {ticket}" })
        .default("/api/v1/transaction/{ticket}"),
    })
    .prefault({})
    .describe(
      "Paths of the payment API below `baseUrl`; `lookup` contains `{ticket}`, `brebResolve` contains `{key}`. (docs/service.md#addresses)"
    ),
  ipnSignature: z
    .enum(["require", "if-present", "off"])
    .default("if-present")
    .describe(
      "Whether `x-trx-signature` of a notification is checked: `require`, always required; `if-present`, checked when present; `off`, not at all. (docs/service.md#signatures)"
    ),
  notFoundErrors: z
    .array(text)
    .default(["NOT_FOUND", "TRANSACTION_NOT_FOUND", "REFERENCE_INVALID"])
    .describe(
      "Values of `error` in a lookup's answer that mean the service does not know the transaction. (docs/service.md#not-known)"
    ),
  notKnown: z
    .strictObject({
      payIn: z
        .strictObject({
          answers: z.number().int().min(1).max(100).default(NOT_KNOWN_PAYIN.answers),
          seconds: z.number().int().min(0).max(86_400).default(NOT_KNOWN_PAYIN.seconds),
        })
        .prefault({})
        .describe("For a payment link."),
      payOut: z
        .strictObject({
          answers: z.number().int().min(1).max(100).default(NOT_KNOWN_PAYOUT.answers),
          seconds: z.number().int().min(0).max(604_800).default(NOT_KNOWN_PAYOUT.seconds),
        })
        .prefault({})
        .describe("For a payout, which may still wait in a queue of the service."),
    })
    .prefault({})
    .describe(
      "How often, and over how many seconds, the service has to answer that it does not know a pay-in or payout before the plugin believes it. This matters if the service never answered the call that made the pay-in or payout. (docs/service.md#not-known)"
    ),
  placeOrderWhilePending: z
    .union([z.array(text), z.enum(["always", "never"])], {
      error: 'must be "always", "never" or a list of payment methods',
    })
    .default([...PAID_LATER])
    .describe(
      "Payment methods whose order is placed while the payment is still on its way, or `always` or `never`. With `ALL_METHODS` that happens only under `always`, because the chosen method is not known."
    ),
  onPaymentFailed: z
    .enum(["cancel_order", "keep_order"])
    .default("cancel_order")
    .describe(
      "What happens to an order whose payment was rejected, expired or did not come in its time and grace. `cancel_order` cancels it and frees its stock, unless [a reason to keep it](checkout.md#when-the-money-does-not-come) exists. `keep_order` leaves every such order to an operator."
    ),
  refunds: z
    .enum(["payout", "block"])
    .default("payout")
    .describe(
      "The service has no refund call. `payout`: a refund in Medusa, also that of a canceled order, becomes a payout to the shopper. The shopper says where it goes if that is not known. `block`: refunds and cancellations of captured payments are refused in Medusa with an explanation."
    ),
  payouts: z
    .strictObject({
      enabled: z.boolean().default(true).describe("`false` stops every payout before it is sent."),
      walletMethod: text
        .regex(/^[A-Z][A-Z0-9_]{1,39}$/, { error: "must be a payment_method in capital letters" })
        .default(WALLET_METHOD)
        .describe("The `payment_method` that the service knows its own wallet by."),
      stuckDays: z
        .number()
        .int()
        .min(1)
        .max(365)
        .default(3)
        .describe(
          "After so many days a payout that the service still calls pending becomes the anomaly `payout_stuck`, and a person can report how it ended."
        ),
      form: z
        .boolean()
        .default(false)
        .describe(
          "Peru only. `true`: an operator can pay somebody whose account nobody knows. The service makes a form in which they enter it. (docs/service.md#payout-forms)"
        ),
      accountTypes: z
        .partialRecord(z.enum(COUNTRY_CODES), z.array(z.enum(ACCOUNT_TYPES)).min(1))
        .default({})
        .describe(
          'Replaces the account types of a country, for instance `{ CO: ["AHORRO", "CORRIENTE", "WALLET"] }`.'
        ),
    })
    .prefault({})
    .describe("Money that goes out. (docs/service.md#payouts)"),
  pe: z
    .strictObject({
      requireCci: z
        .boolean()
        .default(false)
        .describe(
          "`true`: a bank account is named by its CCI of 20 digits, never by its own number."
        ),
    })
    .prefault({})
    .describe("Bank accounts in Peru. (docs/service.md#destination)"),
  approvalAbove: z
    .partialRecord(z.enum(CURRENCY_CODES), nonNegativeAmount)
    .default({})
    .describe(
      "Payouts above this amount wait for a second person, per currency in major units, for instance `{ COP: 500000, PEN: 500 }`. A currency that is not listed always needs one. The same holds for money in that a person accepts."
    ),
  approvalAbovePerDay: z
    .partialRecord(z.enum(CURRENCY_CODES), nonNegativeAmount)
    .default({})
    .describe(
      "What may leave in a day without a second person, per account and currency in major units, for instance `{ COP: 2000000 }`. The day is that of `timeZone`. Refunds count. A payout above it waits for a second person. Without an entry it is ten times `approvalAbove`."
    ),
  beneficiaryChanges: z
    .enum(["approve", "allow"])
    .default("approve")
    .describe(
      "Who decides where recurring money goes. `approve`: a second person confirms a new or changed beneficiary, a new rule and a raised percent, and payouts to them wait until then. `allow`: one person decides."
    ),
  refundsToOthers: z
    .enum(["approve", "allow"])
    .default("approve")
    .describe(
      "`approve`: a refund to another document than the payer's, or to one that an operator typed as the payer's, waits for a second person, whatever its amount. `allow`: it waits only above `approvalAbove`."
    ),
  approvers: z
    .array(approver)
    .min(1)
    .optional()
    .describe(
      "Who may approve payouts and confirm that money is accepted: users of the admin, by e-mail or by id (`user_...`). An e-mail names the user who had it first, and nobody who has it later. Without the option every user who had no part in the payout may approve. Name at least two who have a user already: nobody approves a payout of their own, and an e-mail without a user can be taken by whoever can invite."
    ),
  workflowRuns: z
    .array(z.string().trim().min(1).max(200))
    .default([])
    .describe(
      "Ids of the workflows that `POST /admin/workflows-executions/:workflow_id/run` may run, such as `my-import`. Every other one is refused (403): Medusa runs any of its workflows there for every admin, also one that gives a login to another user. Name only workflows of your own."
    ),
  uploads: z
    .enum(["checked", "any"])
    .default("checked")
    .describe(
      "Which files `POST /admin/uploads` takes. `checked`: pictures but no SVG, videos, sound, PDF, CSV, text, office files and archives. Medusa serves files from its own address by default, and a page or an SVG there runs script as the admin who opens it. `any` is for files that are served from another site."
    ),
  unknownPayouts: z
    .enum(["hold", "resend"])
    .default("hold")
    .describe(
      "What happens to a payout that was never answered, once the service is believed not to know it. `hold` waits for an operator, `resend` sends it again by itself. Both use the same reference."
    ),
  installation: z
    .enum(["hold", "ignore"])
    .default("hold")
    .describe(
      "What happens on a database, `callbackUrl` or `merchantId` other than the one that moved money before. `hold`: no payout is sent and no subscription renewed until a person [takes over](backups.md#take-over). `ignore`: nothing is compared."
    ),
  retention: z
    .strictObject({
      eventDays: z
        .number()
        .int()
        .min(1)
        .max(36_500)
        .default(180)
        .describe("For notifications of the service that were processed, ignored or given up."),
      // Not before the plugin stops looking for its money.
      unpaidDays: z
        .number()
        .int()
        .min(LAPSED_WATCH_DAYS + 1)
        .max(36_500)
        .default(180)
        .describe(
          "For the personal data of a payer who never paid a link, and of a card that never paid."
        ),
      paidDays: z
        .number()
        .int()
        .min(LAPSED_WATCH_DAYS + 1)
        .max(36_500)
        .nullable()
        .default(null)
        .describe(
          "For the personal data of a payer who paid. `null`: until the customer is forgotten. Never while something of the payment is open: an anomaly, a refund that is not paid, a subscription."
        ),
    })
    .prefault({})
    .describe("How many days data is kept. Payments are kept for good."),
  timeouts: z
    .strictObject({
      connectMs: z
        .number()
        .int()
        .min(50)
        .max(20_000)
        .optional()
        .describe("For a connection. Without it `requestMs` alone is the limit."),
      requestMs: z
        .number()
        .int()
        .min(50)
        .max(20_000)
        .default(8_000)
        .describe("For a whole request."),
    })
    .prefault({})
    .describe(
      "Milliseconds to wait for the service. All tries of one call together stay within 20 seconds."
    ),
  retries: z
    .strictObject({ attempts: z.number().int().min(1).max(5).default(2) })
    .prefault({})
    .describe(
      "Tries of a call that is safe to repeat, the first included. A call that moves money is repeated only when nothing of it was sent."
    ),
  breaker: z
    .strictObject({
      failures: z
        .number()
        .int()
        .min(1)
        .max(100)
        .default(8)
        .describe("Failures in a row after which it opens."),
      openMs: z
        .number()
        .int()
        .min(100)
        .max(600_000)
        .default(3_000)
        .describe("Milliseconds that it stays open."),
    })
    .prefault({})
    .describe(
      "Circuit breaker of each account and API (payments, cards): while it is open, calls fail at once, so that a dead service costs milliseconds."
    ),
  coreConcurrency: z
    .number()
    .int()
    .min(1)
    .max(32)
    .default(4)
    .describe(
      "Calls into Medusa at once per process. Keep it below the number of connections of the database pool."
    ),
  gatewayConcurrency: z
    .number()
    .int()
    .min(1)
    .max(64)
    .default(8)
    .describe(
      "Calls to the service at once, per account and process. A quarter is reserved for calls that make or change something. Lookups for polling pages use at most a quarter. Lookups for polling pages and for notifications together use at most a half."
    ),
  payOutTypes: z
    .array(text)
    .default([
      "PAYOUT",
      "PAY_OUT",
      "PAY-OUT",
      "CASHOUT",
      "DISPERSION",
      "RETIRO",
      "WITHDRAW",
      "DISBURSE",
      "DESEMBOLSO",
    ])
    .describe(
      "Words in `type_transaction` of a lookup that mean money out, found without regard to case and accents. A lookup with such a word never settles a pay-in. (docs/service.md#lookup)"
    ),
})

/** Options as a store writes them. */
export type PayInRawOptions = z.input<typeof payInOptionsSchema>
/** Options with their defaults, before the checks that span several of them. */
export type ParsedPayInOptions = z.output<typeof payInOptionsSchema>

/** The first sentence of an option's description, for error messages. Empty for an unknown name. */
export function describeOption(name: string): string {
  const description = new Map(Object.entries(payInOptionsSchema.shape)).get(name)?.description ?? ""
  return description.split(/(?<=\.) (?=[A-Z(`])/)[0] ?? ""
}
