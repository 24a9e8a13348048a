import { z } from "zod"
import { OPERATIONS, type Operation } from "./journal"

/**
 * What can go wrong between a client and the service. `before` and `after` say whether the call
 * was accepted: after a `*_before` fault the service knows nothing of it, after the others it does.
 * `page_*` is the HTML page of a proxy that stands in front. `wrong_amount` answers another amount than was asked,
 * held or captured, `declined` is the card's bank.
 */
export const FAULT_KINDS = [
  "timeout_before",
  "timeout_after",
  "error_before",
  "error_after",
  "reset_before",
  "reset_after",
  "unclear_before",
  "unclear_after",
  "page_before",
  "page_after",
  "malformed",
  "slow",
  "rate_limited",
  "wrong_reference",
  "late_visibility",
  "wrong_amount",
  "declined",
] as const
export type FaultKind = (typeof FAULT_KINDS)[number]

const fields = z.strictObject({
  operation: z.enum(OPERATIONS),
  kind: z.enum(FAULT_KINDS),
  times: z
    .union([z.int().min(1), z.literal("always")])
    .default(1)
    .describe("The next N calls, or every call until cleared"),
  probability: z.number().gt(0).max(1).default(1).describe("Of each call, drawn from `seed`"),
  seed: z.int().min(0).max(0xffffffff).default(1),
  reference: z.string().optional().describe("Only calls that name this reference or ticket"),
  ms: z
    .int()
    .min(0)
    .max(600_000)
    .optional()
    .describe(
      "slow: added time (default 1000); late_visibility: how long (default 1000); timeout_*: when the socket is cut (default 60000)"
    ),
  status: z
    .int()
    .min(200)
    .max(599)
    .default(500)
    .describe("error_*: the HTTP status, 500 to 599; page_*: the HTTP status of the page"),
  retryAfterSeconds: z.int().min(0).max(86_400).default(1).describe("rate_limited"),
  amount: z
    .int()
    .min(0)
    .optional()
    .describe("wrong_amount of create, payout and lookup: the amount named (default: one more)"),
  currency: z
    .string()
    .optional()
    .describe("wrong_amount of create, payout and lookup: the currency named"),
  error: z
    .string()
    .default("PROCESSING_ERROR")
    .describe("unclear_*: the `error` beside code 00, or the `code` of a card answer"),
})

const DECLINING = ["card_subscribe", "card_authorize", "card_renew", "card_capture"]
const ONLY_FOR: Partial<Record<FaultKind, readonly string[]>> = {
  wrong_amount: ["create", "payout", "lookup", "card_authorize", "card_renew", "card_capture"],
  declined: DECLINING,
}

export const faultSchema = fields
  .refine(({ kind, operation }) => ONLY_FOR[kind]?.includes(operation) ?? true, {
    error: "this kind does not befall this operation",
    path: ["kind"],
  })
  .refine(({ kind, status }) => status >= 500 || kind.startsWith("page_"), {
    error: "only a page has a status below 500",
    path: ["status"],
  })
export type Fault = z.infer<typeof faultSchema>
export type FaultInput = z.input<typeof faultSchema>

export interface ActiveFault extends Fault {
  id: number
  /** Calls this fault has met. */
  met: number
}

/** The amount and currency that an answer names: the right ones without a fault about them. */
export function namedMoney(
  { amount, currency }: { amount: number; currency: string },
  fault: ActiveFault | null
): { amount: number; currency: string } {
  if (fault?.kind !== "wrong_amount") return { amount, currency }
  const named = fault.currency ?? currency
  return { amount: fault.amount ?? (named === currency ? amount + 1 : amount), currency: named }
}

interface Slot {
  fault: ActiveFault
  random: () => number
}

/** The faults in force, in order of injection; the first one that fits a call meets it. */
export class Faults {
  private slots: Slot[] = []
  private nextId = 1

  inject(fault: Fault): ActiveFault {
    const active = { ...fault, id: this.nextId++, met: 0 }
    this.slots.push({ fault: active, random: seededRandom(fault.seed) })
    return active
  }

  next(operation: Operation, names: readonly (string | null)[]): ActiveFault | null {
    if (this.slots.length === 0) return null
    for (const slot of this.slots) {
      const { fault } = slot
      if (fault.operation !== operation) continue
      if (fault.reference !== undefined && !names.includes(fault.reference)) continue
      if (fault.probability < 1 && slot.random() >= fault.probability) continue
      fault.met++
      if (fault.times !== "always" && fault.met >= fault.times) {
        this.slots = this.slots.filter((other) => other !== slot)
      }
      return fault
    }
    return null
  }

  list(): ActiveFault[] {
    return this.slots.map((slot) => ({ ...slot.fault }))
  }

  /** Ends one fault or all; returns how many. */
  clear(id?: number): number {
    const before = this.slots.length
    this.slots = id === undefined ? [] : this.slots.filter((slot) => slot.fault.id !== id)
    return before - this.slots.length
  }
}

/** Mulberry32: the same seed gives the same run, which is what makes a fault test repeatable. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
