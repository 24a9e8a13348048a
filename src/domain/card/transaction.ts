import { z } from "zod"
import { type MajorAmount, majorAmount, majorAmountSchema, sameAmount } from "../money/amount"
import { sanitize } from "../text/sanitize"

/**
 * The service's type of each kind of card transaction (docs/service.md#card-transactions,
 * docs/service.md#capture).
 */
export const CARD_TRANSACTION_TYPES = {
  PRE_AUTH_TRANSACTION: "preauthorization",
  RENEWAL_PRE_AUTH_TRANSACTION: "renewal",
  COMPLETION_TRANSACTION: "capture",
} as const

type WireType = keyof typeof CARD_TRANSACTION_TYPES
export type CardTransactionKind = (typeof CARD_TRANSACTION_TYPES)[WireType]

/** Statuses of docs/service.md#card-transactions; `UNKNOWN` is any other word. */
export const CARD_WIRE_STATUSES = ["APPROVED", "DECLINED", "ERROR", "UNKNOWN"] as const
export type CardWireStatus = (typeof CARD_WIRE_STATUSES)[number]

/** Longer than any known id of the service: `sub_` and a UUID have 40 characters. */
const LONGEST = 64

const text = z
  .union([z.string(), z.number().transform(String)])
  .transform((value) => sanitize(value, LONGEST + 1).trim())
  .transform((value) => (value === "" || value.length > LONGEST ? null : value))
  .nullish()
  .catch(null)
  .transform((value) => value ?? null)

const amount = z.union([z.string(), z.number()]).nullish().catch(null).transform(amountOf)

const wire = z.object({
  transaction_id: text,
  linked_transaction_id: text,
  transaction_type: text,
  transaction_status: z.unknown().transform(statusOf),
  reference_id: text,
  amount,
  currency: text,
  transaction_date: text,
})

/**
 * A card transaction as an answer or a webhook shows it (docs/service.md#card-transactions). null:
 * not said, or not valid.
 */
export interface RemoteCardTransaction {
  transaction_id: string | null
  /** Of a renewal its original, of a capture its preauthorization. */
  linked_transaction_id: string | null
  /** null for an undocumented type. */
  kind: CardTransactionKind | null
  status: CardWireStatus | null
  reference_id: string | null
  /** Major units; a number in answers, a text in webhooks (docs/service.md#card-amounts). */
  amount: MajorAmount | null
  currency: string | null
  /** The date as the service wrote it. */
  date: string | null
}

/**
 * Reads the `data` of an answer or the `data.transaction` of a webhook; null when it is no object.
 */
export function readCardTransaction(value: unknown): RemoteCardTransaction | null {
  const read = wire.safeParse(value)
  if (!read.success) {
    return null
  }
  const { transaction_type, transaction_status, transaction_date, currency, ...rest } = read.data
  return {
    ...rest,
    kind: kindOf(transaction_type),
    status: transaction_status,
    currency: currency?.toUpperCase() ?? null,
    date: transaction_date,
  }
}

/** The same, as it is stored of a webhook, and as an error of the gateway carries it. */
export const remoteCardTransaction = z.object({
  transaction_id: z.string().nullable(),
  linked_transaction_id: z.string().nullable(),
  kind: z.enum(Object.values(CARD_TRANSACTION_TYPES)).nullable(),
  status: z.enum(CARD_WIRE_STATUSES).nullable(),
  reference_id: z.string().nullable(),
  amount: majorAmountSchema.nullable(),
  currency: z.string().nullable(),
  date: z.string().nullable(),
}) satisfies z.ZodType<RemoteCardTransaction>

/** The values that our row asked for. */
export interface AskedCardTransaction {
  kind: CardTransactionKind
  /** null for a capture, whose request has none (docs/service.md#capture). */
  reference: string | null
  /** Of a renewal its original, of a capture its preauthorization. */
  linked_transaction_id: string | null
  amount: MajorAmount
  currency: string
}

const COMPARED = ["kind", "reference", "linked_transaction_id", "amount", "currency"] as const
export type CardDisagreement = (typeof COMPARED)[number]

/**
 * Fields in which the service's transaction differs from our row. Nothing is booked unless this is
 * empty (docs/decisions/0014-card-outcomes.md). A missing field is no difference, except the
 * amount, which is money.
 */
export function disagreements(
  asked: AskedCardTransaction,
  shown: RemoteCardTransaction
): CardDisagreement[] {
  const { kind, reference_id, linked_transaction_id, amount, currency } = shown
  const differs: Record<CardDisagreement, boolean> = {
    kind: kind !== null && kind !== asked.kind,
    reference: asked.reference !== null && other(reference_id, asked.reference),
    linked_transaction_id: other(linked_transaction_id, asked.linked_transaction_id),
    amount: amount === null || !sameAmount(amount, asked.amount),
    currency: other(currency, asked.currency.toUpperCase()),
  }
  return COMPARED.filter((name) => differs[name])
}

/** What a person is asked about where a card transaction differs in these fields. */
export function differenceKind(
  differing: readonly string[]
): "amount_mismatch" | "currency_mismatch" | "status_changed_after_final" {
  if (differing.includes("currency")) {
    return "currency_mismatch"
  }
  return differing.includes("amount") ? "amount_mismatch" : "status_changed_after_final"
}

function other(shown: string | null, asked: string | null): boolean {
  return shown !== null && shown !== asked
}

function amountOf(value: string | number | null | undefined): MajorAmount | null {
  try {
    return value == null ? null : majorAmount(value)
  } catch {
    return null
  }
}

function statusOf(said: unknown): CardWireStatus | null {
  if (said == null || said === "") {
    return null
  }
  const word = typeof said === "string" ? said.trim().toUpperCase() : null
  return CARD_WIRE_STATUSES.find((one) => one === word) ?? "UNKNOWN"
}

function kindOf(type: string | null): CardTransactionKind | null {
  const name = type?.toUpperCase()
  return name !== undefined && isWireType(name) ? CARD_TRANSACTION_TYPES[name] : null
}

function isWireType(name: string): name is WireType {
  return Object.hasOwn(CARD_TRANSACTION_TYPES, name)
}
