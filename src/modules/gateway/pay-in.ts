import { z } from "zod"
import { isLoopback } from "../../domain/address"
import type { CustomerData } from "../../domain/customer-data"
import type { WireAmount } from "../../domain/money"
import type { Reference, Ticket } from "../../domain/reference"
import { looseText, successData, ticketIn } from "./answers"
import type { Answer } from "./answers"
import { RefusedError, UnclearError } from "./errors"
import type { CallFacts } from "./errors"
import type { Sender } from "./sender"

/** What a pay-in link is asked with (interface.md 2.3). */
export interface PayInRequest {
  reference: Reference
  /** Wire units (gaps.md Money), sent as a JSON integer. */
  amount: WireAmount
  currency: string
  country: string
  payment_method: string
  description: string
  redirect_url: string
  ipn_url: string
  customer_data: CustomerData
  /** Minutes. */
  expiration_time: number
  metadata: Record<string, string>
}

export interface PayInCreated {
  ticket: Ticket
  payment_url: string | null
  /** From the flat form only (interface.md 2.5); null when the service did not say. */
  expires_at: Date | null
  /**
   * Every field of the answer that is not read here (gaps.md: unknown fields are kept). Never the
   * echo: it holds `ipn_url` with its key.
   */
  extra: Record<string, unknown>
}

const text = z.string().min(1)
const url = z.url({ protocol: /^https?$/ })

/**
 * Built strictly (gaps.md): exactly these keys leave the house, whatever an object holds besides.
 */
const payInBody = z.object({
  reference: z.string().regex(/^[A-Za-z0-9_-]{1,36}$/),
  amount: z.int().positive(),
  currency: z.string().regex(/^[A-Z]{3}$/),
  country: z.string().regex(/^[A-Z]{2}$/),
  payment_method: text,
  description: text,
  redirect_url: url,
  ipn_url: url,
  customer_data: z.object({
    legal_doc: text,
    legal_doc_type: text,
    phone_code: text,
    phone_number: text,
    email: text,
    full_name: text,
  }),
  expiration_time: z.int().positive(),
  metadata: z.record(z.string(), z.string()),
})

const echo = z.looseObject({ reference: looseText }).nullish().catch(null)
const created = z.looseObject({
  ticket: looseText,
  payment_url: looseText,
  expiration: looseText,
  reference: looseText,
  transaction: echo,
})

export interface PayInCalls {
  /**
   * Asks for one hosted payment page (interface.md 4.1). Sent at most once, unless no connection
   * was made.
   * @throws RefusedError definitely refused, also before sending when a field cannot be sent
   * @throws UnclearError, RateLimitedError it may have happened: look it up (gaps.md PayIn)
   * @throws UnreachableError, BreakerOpenError nothing was sent
   */
  create(account: string, request: PayInRequest): Promise<PayInCreated>
}

export function payInCalls(path: string, senderOf: (account: string) => Sender): PayInCalls {
  return {
    async create(account, request) {
      const sender = senderOf(account)
      return sender.send({
        operation: "payin.create",
        correlation: request.reference,
        method: "POST",
        path,
        body: strictBody(request, {
          operation: "payin.create",
          account,
          correlation: request.reference,
          httpStatus: null,
        }),
        read: (answer, facts) => readCreated(answer, facts, request.reference),
      })
    },
  }
}

function strictBody(request: PayInRequest, facts: CallFacts): z.output<typeof payInBody> {
  const built = payInBody.safeParse(request)
  if (built.success) return built.data
  const field = built.error.issues[0]?.path.join(".") ?? "the request"
  const message = `"${field}" cannot be sent in this form (interface.md 2.3); nothing was sent, correct it`
  throw new RefusedError("validation", facts, { error: null, message }, message)
}

/**
 * A success that names no ticket or no page the shopper can be sent to is not one: the deposit may
 * exist all the same, so it is unclear, and the ticket, if there is one, is handed on with the
 * error.
 */
function readCreated(answer: Answer, facts: CallFacts, asked: Reference): PayInCreated {
  const { ticket, payment_url, expiration, reference, transaction, ...extra } = created.parse(
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
  if (payment_url === null) {
    const detail = "the service said success but gave no payment_url"
    throw new UnclearError("no_payment_url", facts, detail, { ticket: known })
  }
  if (!isPageAddress(payment_url)) {
    const detail = "the payment_url is not an https address, nobody may be sent there"
    throw new UnclearError("bad_payment_url", facts, detail, { ticket: known })
  }
  return { ticket: known, payment_url, expires_at: utcDate(expiration), extra }
}

/** Https; plain http only to this very machine, where the sandbox lives (design.md 3.1). */
function isPageAddress(address: string): boolean {
  if (/[\s\p{Cc}]/u.test(address) || !URL.canParse(address)) return false
  const { protocol, username, password } = new URL(address)
  if (username !== "" || password !== "") return false
  if (protocol === "https:") return true
  return protocol === "http:" && isLoopback(address)
}

/** "UTC date-time" (interface.md 2.5): without a zone it is UTC all the same. */
function utcDate(value: string | null): Date | null {
  if (value === null) return null
  const parts =
    /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+-]\d{2}:?\d{2})?$/i.exec(value)
  if (parts === null) return null
  const date = new Date(`${parts[1]}T${parts[2]}${parts[3] ?? "Z"}`)
  return Number.isNaN(date.getTime()) ? null : date
}
