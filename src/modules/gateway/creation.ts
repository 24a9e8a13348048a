import { z } from "zod"
import type { Reference, Ticket } from "../../domain/reference"
import { looseText, successData, ticketIn } from "./answers"
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

const echo = z.looseObject({ reference: looseText }).nullish().catch(null)
const created = z.looseObject({ ticket: looseText, reference: looseText, transaction: echo })

/**
 * Reads the answer to a create in either form (docs/service.md#envelope). A success without a
 * ticket, or with another reference, is unclear: the transaction may exist.
 *
 * @returns `rest`: the other fields of the answer; never the echo, which holds `ipn_url` with its
 * key
 * @throws RefusedError, UnclearError
 */
export function readCreation(
  answer: Answer,
  facts: CallFacts,
  asked: Reference
): { ticket: Ticket; rest: Record<string, unknown> } {
  const { ticket, reference, transaction, ...rest } = created.parse(
    successData(answer, facts) ?? {}
  )
  const known = ticketIn(ticket)
  for (const echoed of [reference, transaction?.reference ?? null]) {
    if (echoed !== null && echoed !== asked) {
      throw new UnclearError("reference_mismatch", facts, "the answer names another reference")
    }
  }
  if (known === null) {
    throw new UnclearError("no_ticket", facts, "the service said success but named no ticket")
  }
  return { ticket: known, rest }
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
