import { z } from "zod"
import { readAddress } from "../../domain/address"
import { COUNTRIES, COUNTRY_CODES, type CountryRule } from "../../domain/countries"
import { majorAmount, toWire, type MajorAmount } from "../../domain/money"
import { payInOptionsSchema } from "../../domain/options"
import { readPayoutDestination, type PayoutDestination } from "../../domain/payout-destination"
import type { Credentials } from "./line"

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

/** What a person typed or set, by the names that messages use. */
export const askedSchema = z.object({
  "base-url": z.string({ error: "is missing" }).pipe(address),
  username: needed,
  password: needed,
  token: needed,
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

/** The service that is looked at, and with what. */
export interface Patient {
  credentials: Credentials
  country: CountryRule
  payment_method: string
  /** In major units. */
  amount: MajorAmount
  decimals: number
  email: string
  /** Where notifications are listened to; null: they are not. */
  listen: { publicUrl: string; port: number } | null
  /** How long something that comes later is waited for. */
  waitSeconds: number
  payout: AllowedPayout | null
}

/** Wrong input, in words for the person who typed it. */
export class AskedError extends Error {}

/** Above the documented minimum of the method, and with a fraction where the currency has one. */
const AMOUNTS: Record<string, string> = { CO: "5000", PE: "10.50", MX: "100.50" }

/** @throws AskedError naming what is wrong */
export function readPatient(asked: Asked, payout: unknown = null): Patient {
  const country = COUNTRIES[asked.country]
  const methods = country.methods.filter(({ enabled }) => enabled)
  const wanted = asked.method ?? methods.find(({ min }) => min !== null)?.payment_method
  const method = methods.find(
    ({ payment_method }) => payment_method === (wanted ?? methods[0]?.payment_method)
  )
  if (method === undefined) {
    const known = methods.map(({ payment_method }) => payment_method).join(", ")
    throw new AskedError(`--method must be one of ${known}`)
  }
  const decimals = payInOptionsSchema.shape.decimals.parse({})[country.currency]
  const floor = method.min === null ? 0 : Number(method.min)
  const usual = Math.max(Number(AMOUNTS[asked.country]), floor)
  return {
    credentials: {
      baseUrl: asked["base-url"],
      username: asked.username,
      password: asked.password,
      token: asked.token,
    },
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

const payoutSchema = z.strictObject({
  amount: z.string({ error: 'must be a text such as "1000"' }),
  payment_method: z.string().optional(),
  destination: z.record(z.string(), z.unknown()),
})

function readPayout(posted: unknown, country: CountryRule, decimals: number): AllowedPayout {
  const read = payoutSchema.safeParse(posted)
  if (!read.success) {
    const [issue] = read.error.issues
    throw new AskedError(`the payout's ${issue?.path.join(".") ?? "file"}: ${issue?.message ?? ""}`)
  }
  const method = country.payout.methods.find(
    ({ payment_method }) =>
      payment_method === (read.data.payment_method ?? country.payout.methods[0]?.payment_method)
  )
  const destination = readPayoutDestination(read.data.destination, country, method)
  const [problem] = destination.problems
  if (method === undefined || destination.value === undefined) {
    throw new AskedError(
      `the payout's ${problem?.field ?? "payment_method"}: ${problem?.message ?? "is not known"}`
    )
  }
  return {
    destination: destination.value,
    amount: amountOf("the payout's amount", read.data.amount, decimals),
    payment_method: method.payment_method,
  }
}

function amountOf(name: string, text: string, decimals: number): MajorAmount {
  try {
    const amount = majorAmount(text)
    toWire(amount, decimals)
    return amount
  } catch (error) {
    throw new AskedError(`${name}: ${error instanceof Error ? error.message : "is no amount"}`)
  }
}
