import { z } from "zod"
import { readAddress } from "../../domain/options/address"
import {
  COUNTRIES,
  COUNTRY_CODES,
  type CountryRule,
  type MethodRule,
} from "../../domain/country/countries"
import {
  isUnclearThousands,
  majorAmount,
  toWire,
  type MajorAmount,
} from "../../domain/money/amount"
import { UNCLEAR_THOUSANDS } from "../../domain/options/amount"
import { payInOptionsSchema } from "../../domain/options/options"
import { readPayoutDestination, type PayoutDestination } from "../../domain/payout/destination"
import {
  ACCOUNT_TYPES,
  findPayoutMethod,
  FORM,
  WALLET_METHOD,
  withForm,
} from "../../domain/payout/methods"
import { secretListProblem, secretsIn } from "../../domain/privacy/secret-list"
import type { Credentials } from "./transport"

const address = z.string().transform((text, context) => {
  const read = readAddress(text)
  if ("problem" in read) {
    context.addIssue({ code: "custom", message: read.problem })
    return z.NEVER
  }
  return read.address
})
const needed = z.string({ error: "is missing" }).min(1, { error: "is missing" })
const seconds = z.coerce.number().int().min(0).max(86_400)

/** Input of a person, by the names that messages use. */
export const askedSchema = z.object({
  "base-url": z.string({ error: "is missing" }).pipe(address),
  username: needed,
  password: needed,
  token: needed.refine((list) => secretListProblem(list) === null, {
    error: "must be a token, or a comma list of tokens",
  }),
  country: z.enum(COUNTRY_CODES).default("CO"),
  method: z.string().optional(),
  amount: z.string().optional(),
  email: z.email().default("approved@example.com"),
  "public-url": address.optional(),
  port: z.coerce.number().int().min(0).max(65_535).default(4020),
  wait: seconds.default(120),
})

type Asked = z.output<typeof askedSchema>

/** A payout that a person allowed, word for word. */
export interface AllowedPayout {
  destination: PayoutDestination
  amount: MajorAmount
  payment_method: string
}

/** The checked service, and the values for its checks. */
export interface CheckContext {
  credentials: Credentials
  /** Tokens that verify a notification; the first is sent. */
  tokens: readonly string[]
  /** Its id among the options to paste. */
  account: string
  country: CountryRule
  payment_method: string
  /** In major units. */
  amount: MajorAmount
  decimals: number
  email: string
  /** Where to listen for notifications; null: nowhere. */
  listen: { publicUrl: string; port: number } | null
  /** How long to wait for later events. */
  waitSeconds: number
  payout: AllowedPayout | null
}

/** Wrong input, in words for the person who typed it. */
export class AskedError extends Error {}

/** Above the documented minimum of the method, and with a fraction where the currency has one. */
const AMOUNTS: Record<string, string> = { CO: "5000", PE: "10.50", MX: "100.50" }

/** @throws AskedError naming what is wrong */
export function readCheckContext(asked: Asked, payout: unknown = null): CheckContext {
  const country = COUNTRIES[asked.country]
  const tokens = secretsIn(asked.token)
  const method = methodOf(country, asked.method)
  const decimals = payInOptionsSchema.shape.decimals.parse({})[country.currency]
  const floor = method.min === null ? 0 : Number(method.min)
  const usual = Math.max(Number(AMOUNTS[asked.country]), floor)
  return {
    credentials: {
      baseUrl: asked["base-url"],
      username: asked.username,
      password: asked.password,
      token: tokens[0] ?? "",
    },
    tokens,
    account: country.country.toLowerCase(),
    country,
    payment_method: method.payment_method,
    amount: amountOf("--amount", asked.amount ?? String(usual), decimals),
    decimals,
    email: asked.email,
    listen:
      asked["public-url"] === undefined
        ? null
        : { publicUrl: asked["public-url"], port: asked.port },
    waitSeconds: asked.wait,
    payout: payout === null ? null : readPayout(payout, country, decimals),
  }
}

/** Also a method that is off by default: the service may have it all the same. */
function methodOf({ methods }: CountryRule, wanted: string | undefined): MethodRule {
  const enabled = methods.filter((method) => method.enabled)
  const method =
    wanted === undefined
      ? (enabled.find(({ min }) => min !== null) ?? enabled[0])
      : methods.find(({ payment_method }) => payment_method === wanted)
  if (method === undefined) {
    const known = methods.map(({ payment_method }) => payment_method).join(", ")
    throw new AskedError(`--method must be one of ${known}`)
  }
  return method
}

const payoutSchema = z.strictObject({
  amount: z.string({ error: 'must be a text such as "1000"' }),
  payment_method: payInOptionsSchema.shape.payouts.unwrap().shape.walletMethod.unwrap().optional(),
  destination: z.record(z.string(), z.unknown()),
})

function readPayout(posted: unknown, rule: CountryRule, decimals: number): AllowedPayout {
  // Here the doctor finds out whether the account has forms, which are off by default.
  const hasForms = rule.country === "PE" && rule.payout.methods.length > 0
  const country = hasForms ? withForm({ ...rule, payout: { ...rule.payout, form: FORM } }) : rule
  const read = payoutSchema.safeParse(posted)
  if (!read.success) {
    const [issue] = read.error.issues
    throw new AskedError(`the payout's ${issue?.path.join(".") ?? "file"}: ${issue?.message ?? ""}`)
  }
  const { methods } = country.payout
  const payment_method = read.data.payment_method ?? methods[0]?.payment_method ?? ""
  // An unknown name may be the service's name of its own wallet, where it has one.
  const method =
    findPayoutMethod(country.payout, payment_method) ??
    findPayoutMethod(country.payout, WALLET_METHOD)
  if (method === undefined && methods.length > 0) {
    const known = methods.map((each) => each.payment_method).join(", ")
    throw new AskedError(`the payout's payment_method must be one of ${known}`)
  }
  // Here the doctor finds out whether the service takes a type that is off by default.
  const open = { ...country, payout: { ...country.payout, account_types: ACCOUNT_TYPES } }
  const destination = readPayoutDestination(read.data.destination, open, method)
  const [problem] = destination.problems
  if (destination.value === undefined) {
    throw new AskedError(`the payout's ${problem?.message ?? "destination cannot be read"}`)
  }
  return {
    destination: destination.value,
    amount: amountOf("the payout's amount", read.data.amount, decimals),
    payment_method,
  }
}

function amountOf(name: string, text: string, decimals: number): MajorAmount {
  try {
    const amount = majorAmount(text)
    if (isUnclearThousands(text)) {
      throw new AskedError(`${name}: ${UNCLEAR_THOUSANDS}`)
    }
    toWire(amount, decimals)
    return amount
  } catch (error) {
    if (error instanceof AskedError) {
      throw error
    }
    throw new AskedError(`${name}: ${error instanceof Error ? error.message : "is no amount"}`)
  }
}
