import { z } from "zod"
import { compareEcho } from "../../domain/money/echoed-amount"
import type { MajorAmount, WireAmount } from "../../domain/money/amount"
import type { PayInOptions } from "../../domain/options/options"
import { sameReference, type Reference, type Ticket } from "../../domain/row/reference"
import { looseAmount, looseText, readAmount, successData, ticketIn } from "./answers"
import type { Answer } from "./answers"
import { RefusedError, UnclearError } from "./errors"
import type { CallFacts } from "./errors"

/**
 * Builds a body strictly (docs/service.md#answers): exactly the keys of the schema leave the
 * process, whatever else an object holds.
 *
 * @param section heading of docs/service.md that the message names
 * @throws RefusedError naming the field; nothing was sent
 */
export function strictBody<Body extends z.ZodType>(
  schema: Body,
  request: unknown,
  facts: CallFacts,
  section: string
): z.output<Body> {
  const built = schema.safeParse(request)
  if (built.success) return built.data
  const field = built.error.issues[0]?.path.join(".") ?? "the request"
  const message = `"${field}" cannot be sent in this form (${section}); nothing was sent, correct it`
  throw new RefusedError("validation", facts, { error: null, message }, message)
}

const money = { amount: looseAmount, currency: looseText }
const echo = z
  .looseObject({ reference: looseText, ...money })
  .nullish()
  .catch(null)
const created = z.looseObject({
  ticket: looseText,
  reference: looseText,
  transaction: echo,
  ...money,
})

/** What a create asked for, to compare the answer with. */
interface Asked {
  reference: Reference
  amount: WireAmount
  currency: string
}

/** The options that say how amounts are written. */
export type AmountUnits = Pick<PayInOptions, "decimals" | "amounts">

interface Creation {
  /** null when the answer names none that is valid. */
  ticket: Ticket | null
  /** Major units; null when the answer names no amount. Not the asked one: times a power of ten. */
  echoed_amount: MajorAmount | null
  /** The other fields of the answer; never the echo, which holds `ipn_url` with its key. */
  rest: Record<string, unknown>
}

/**
 * Reads the answer to a create in either form (docs/service.md#envelope). A success with another
 * reference, or about another amount or currency, is unclear: the transaction may exist. An amount times a power of ten is handed back, because only the unit is in doubt
 * (docs/service.md#echoed-amounts).
 *
 * @throws RefusedError, UnclearError
 */
export function readCreation(
  answer: Answer,
  facts: CallFacts,
  asked: Asked,
  units: AmountUnits
): Creation {
  const { ticket, reference, transaction, amount, currency, ...rest } = created.parse(
    successData(answer, facts) ?? {}
  )
  const known = ticketIn(ticket)
  for (const echoed of [reference, transaction?.reference ?? null]) {
    if (echoed !== null && !sameReference(echoed, asked.reference)) {
      throw new UnclearError("reference_mismatch", facts, "the answer names another reference")
    }
  }
  const echoes = [{ amount, currency }, ...(transaction ? [transaction] : [])].map((said) =>
    compareWith(asked, said, units)
  )
  if (echoes.some(({ outcome }) => outcome === "differs")) {
    const detail = "the answer names another amount or currency"
    throw new UnclearError(
      "amount_mismatch",
      facts,
      detail,
      known === null ? {} : { ticket: known }
    )
  }
  const told =
    echoes.find(({ outcome }) => outcome === "unit_suspected") ??
    echoes.find(({ outcome }) => outcome === "fits")
  return { ticket: known, echoed_amount: told?.amount ?? null, rest }
}

function compareWith(
  asked: Asked,
  said: { amount?: string | number | null; currency: string | null },
  { decimals, amounts }: AmountUnits
) {
  const read = (value: typeof said.amount, unit: "wire" | "major") =>
    readAmount(value, asked.currency, unit, decimals)
  const sent = read(asked.amount, "wire")
  // Written as it was sent, or as lookups are written.
  const readings = [read(said.amount, "wire"), read(said.amount, amounts.lookup)]
  return sent === null
    ? ({ outcome: "absent", amount: null } as const)
    : compareEcho(
        { amount: sent, currency: asked.currency },
        {
          readings: readings.filter((one) => one !== null),
          currency: said.currency?.toUpperCase() ?? null,
        }
      )
}

/** A time that names its zone: without one it may be the service's local time. */
export function zonedDate(value: string | null): Date | null {
  return value !== null && /(Z|[+-]\d{2}:?\d{2})$/i.test(value) ? utcDate(value) : null
}

/** A time without a zone is UTC (docs/service.md#envelope). */
export function utcDate(value: string | null): Date | null {
  if (value === null) return null
  const parts =
    /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+-]\d{2}:?\d{2})?$/i.exec(value)
  if (parts === null) return null
  const date = new Date(`${parts[1]}T${parts[2]}${parts[3] ?? "Z"}`)
  return Number.isNaN(date.getTime()) ? null : date
}
