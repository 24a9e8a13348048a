import { z } from "zod"
import { text, typed } from "../body-fields"
import type { Behaviour } from "../settings"
import { firstMessage } from "../validation"
import type { CardCustomer } from "./records"

/** `YYYY-MM-DD` of the service's own day: Colombia has no summer time. */
function today(now: number): string {
  return new Date(now - 5 * 3_600_000).toISOString().slice(0, 10)
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

const customer = z.object(
  {
    legal_doc: text("customer_data.legal_doc", 15),
    legal_doc_type: text("customer_data.legal_doc_type"),
    // "+57 for Colombia": the one form that is shown.
    phone_code: text("customer_data.phone_code", 4).regex(
      /^(\+\d+)?$/,
      "El campo customer_data.phone_code no es válido."
    ),
    phone_number: text("customer_data.phone_number", 20),
    email: text("customer_data.email", 255).refine(
      (value) => value.trim() === "" || EMAIL.test(value),
      "El campo customer_data.email debe ser un correo electrónico válido."
    ),
    full_name: text("customer_data.full_name", 50),
  },
  // The service's texts know no object: a keyed array.
  { error: typed("customer_data", "un arreglo") }
)

const BODY = { error: "El cuerpo de la solicitud debe ser un objeto JSON." }

const subscription = z.object(
  {
    token: text("token", 60),
    plan_name: text("plan_name", 20),
    periodicity: text("periodicity"),
    customer_data: customer,
    start_date: text("start_date").refine(
      (value) => value.trim() === "" || isDay(value),
      "El campo start_date debe tener el formato YYYY-MM-DD."
    ),
  },
  BODY
)

export interface SubscriptionBody {
  token: string
  plan_name: string
  periodicity: string
  customer_data: CardCustomer
  start_date: string
}

export type Checked<Body> = { body: Body } | { problem: string }

/** Checks docs/service.md#card-subscriptions. The first problem counts, as for the other bodies. */
export function checkSubscription(
  input: unknown,
  { cards }: Behaviour,
  now: number
): Checked<SubscriptionBody> {
  const checked = read(subscription, input)
  if ("problem" in checked) return checked
  const { periodicity, customer_data, start_date } = checked.body
  if (!cards.periodicities.some((one) => one === periodicity)) {
    return { problem: "El campo periodicity no es válido." }
  }
  if (!cards.documentTypes.includes(customer_data.legal_doc_type)) {
    return { problem: "El campo customer_data.legal_doc_type no es válido." }
  }
  if (cards.pastStart === "refuse" && start_date < today(now)) {
    return { problem: "El campo start_date no es válido." }
  }
  return checked
}

/** Major units (docs/service.md#card-amounts). */
function amount(field: string) {
  return z
    .number({ error: typed(field, "un número") })
    .min(0, `El campo ${field} debe ser al menos 0.`)
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

function uuid(field: string) {
  return text(field, 36).refine(
    (value) => value.trim() === "" || value.length > 36 || UUID.test(value),
    `El campo ${field} no es válido.`
  )
}

/**
 * The samples show `sub_` and a UUID where the rule says 36 characters
 * (docs/service.md#card-subscriptions).
 */
function subscriptionId({ cards }: Behaviour) {
  if (cards.subscriptionIds === "uuid") return uuid("subscription_id")
  return text("subscription_id", 64)
}

function money(behaviour: Behaviour) {
  return {
    subscription_id: subscriptionId(behaviour),
    currency: text("currency", 3).refine(
      (value) => value.trim() === "" || value.length > 3 || value === "COP",
      "El campo currency no es válido."
    ),
    amount: amount("amount"),
    tax: amount("tax"),
  }
}

export interface AuthorizationBody {
  subscription_id: string
  reference_id: string | null
  currency: string
  amount: number
  tax: number
}

function schemas(behaviour: Behaviour) {
  const reference = text("reference_id", 36)
  const { referenceRequired } = behaviour.cards
  return {
    authorize: z.object(
      {
        ...money(behaviour),
        reference_id: referenceRequired ? reference : reference.nullish(),
      },
      BODY
    ),
    renew: z.object(
      {
        ...money(behaviour),
        reference_id: reference,
        linked_transaction_id: uuid("linked_transaction_id"),
      },
      BODY
    ),
    cancel: z.object({ subscription_id: subscriptionId(behaviour) }, BODY),
  }
}

const built = new WeakMap<Behaviour, ReturnType<typeof schemas>>()

/** Building a schema takes longer than using it: once for each set of settings. */
function schemasOf(behaviour: Behaviour) {
  const known = built.get(behaviour)
  if (known) return known
  const made = schemas(behaviour)
  built.set(behaviour, made)
  return made
}

/** Checks docs/service.md#preauthorization. */
export function checkAuthorization(
  input: unknown,
  behaviour: Behaviour
): Checked<AuthorizationBody> {
  const checked = read(schemasOf(behaviour).authorize, input)
  if ("problem" in checked) return checked
  return { body: { ...checked.body, reference_id: checked.body.reference_id ?? null } }
}

/** Checks docs/service.md#renewal. */
export function checkRenewal(
  input: unknown,
  behaviour: Behaviour
): Checked<AuthorizationBody & { linked_transaction_id: string }> {
  return read(schemasOf(behaviour).renew, input)
}

const captureSchema = z.object(
  { transaction_id: uuid("transaction_id"), amount: amount("amount"), tax: amount("tax") },
  BODY
)

export interface CaptureBody {
  transaction_id: string
  amount: number
  tax: number
}

/** All three fields are required (docs/service.md#capture). */
export function checkCapture(input: unknown): Checked<CaptureBody> {
  return read(captureSchema, input)
}

/** Checks docs/service.md#cancel. */
export function checkCancel(
  input: unknown,
  behaviour: Behaviour
): Checked<{ subscription_id: string }> {
  return read(schemasOf(behaviour).cancel, input)
}

function read<Body>(schema: z.ZodType<Body>, input: unknown): Checked<Body> {
  const parsed = schema.safeParse(input)
  return parsed.success ? { body: parsed.data } : { problem: firstMessage(parsed.error) }
}

function isDay(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
  const day = new Date(`${value}T00:00:00Z`)
  // "2027-02-30" would roll over into March.
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value)
}
