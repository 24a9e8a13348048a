import { z } from "zod"
import type { CustomerData } from "../../domain/privacy/customer-data"
import { answerShape, instructionsIn } from "../../domain/method/direct"
import type { AnswerShape, KeptInstructions } from "../../domain/method/direct"
import { informationText } from "../../domain/method/payment-information"
import type { MajorAmount, WireAmount } from "../../domain/money/amount"
import type { PayInOptions } from "../../domain/options/options"
import type { PsePayer } from "../../domain/method/pse"
import type { Reference, Ticket } from "../../domain/row/reference"
import { looseText } from "./answers"
import type { Answer } from "./answers"
import { readCreation, strictBody, zonedDate } from "./creation"
import type { AmountUnits } from "./creation"
import { UnclearError } from "./errors"
import type { CallFacts } from "./errors"
import { isServiceAddress } from "./page-address"
import type { Sender } from "./sender"

/** The request for a pay-in link (docs/service.md#create-a-pay-in). */
export interface PayInRequest {
  reference: Reference
  /** Wire units (docs/service.md#amounts), sent as a JSON integer. */
  amount: WireAmount
  currency: string
  country: string
  payment_method: string
  description: string
  redirect_url: string
  ipn_url: string
  /** Bank and person type of direct PSE only. */
  customer_data: CustomerData & Partial<PsePayer>
  /** Minutes. */
  expiration_time: number
  metadata: Record<string, string>
}

export interface PayInCreated {
  /** null when the service named none: the pay-in is looked up by its reference. */
  ticket: Ticket | null
  /** null when the service gave none: a payment without a page may be made all the same. */
  payment_url: string | null
  /** How it is paid without a page, or beside it; null when the answer names nothing. */
  instructions: KeptInstructions | null
  /** What came, whatever the options let expect (docs/service.md#direct-payments). */
  shape: AnswerShape
  /**
   * Major units; null when the service did not repeat the amount. Either the requested amount or
   * that times a power of ten (docs/service.md#echoed-amounts).
   */
  echoed_amount: MajorAmount | null
  /**
   * From the flat form only (docs/service.md#envelope); null when the service did not say, or named
   * no zone. Believed within bounds (`linkEnd`).
   */
  expires_at: Date | null
  /**
   * Every field of the answer that is not read here. Never the echo: it holds `ipn_url` with its
   * key.
   */
  extra: Record<string, unknown>
}

const text = z.string().min(1)
const url = z.url({ protocol: /^https?$/ })

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
    bank: text.optional(),
    person_type: text.optional(),
  }),
  expiration_time: z.int().positive(),
  metadata: z.record(z.string(), z.string()),
})

/** One line that a person can copy or read; anything else counts as absent. */
const LONGEST_KEY = 128
const LONGEST_TEXT = 1000
const payable = z.looseObject({
  payment_url: looseText,
  expiration: looseText,
  type: looseText,
  account_number: looseText.transform((key) =>
    key !== null && key.length <= LONGEST_KEY && /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]+$/u.test(key)
      ? key
      : null
  ),
  confirmation: looseText.transform((text) => text && text.slice(0, LONGEST_TEXT)),
  payment_information: z.unknown().transform(informationText),
})

export interface PayInCalls {
  /**
   * Asks for one hosted payment page (docs/service.md#create-a-pay-in). Sent at most once, unless
   * no connection was made.
   * @throws RefusedError definitely refused, also before sending when a field cannot be sent
   * @throws UnclearError, RateLimitedError it may have happened: look it up
   *   (docs/service.md#unclear-answers)
   * @throws UnreachableError, BreakerOpenError nothing was sent
   */
  create(account: string, request: PayInRequest): Promise<PayInCreated>
}

export function payInCalls(
  options: AmountUnits & Pick<PayInOptions, "paths" | "payIn">,
  senderOf: (account: string) => Sender
): PayInCalls {
  return {
    async create(account, request) {
      const sender = senderOf(account)
      return sender.send({
        operation: "payin.create",
        correlation: request.reference,
        method: "POST",
        path: options.payIn.version === "v2" ? options.paths.payInV2 : options.paths.payIn,
        body: strictBody(
          payInBody,
          request,
          {
            operation: "payin.create",
            account,
            correlation: request.reference,
            httpStatus: null,
          },
          "docs/service.md#create-a-pay-in"
        ),
        read: (answer, facts) => readCreated(answer, facts, request, options),
      })
    },
  }
}

/**
 * Reads the answer to a create. Success means a payment that can be made, with or without a page
 * and a ticket (docs/service.md#create-a-pay-in). A page that nobody may be sent to is unclear; the
 * error carries the ticket.
 */
function readCreated(
  answer: Answer,
  facts: CallFacts,
  asked: PayInRequest,
  units: AmountUnits
): PayInCreated {
  const { ticket, echoed_amount, rest } = readCreation(answer, facts, asked, units)
  const { payment_url, expiration, type, account_number, confirmation, ...others } =
    payable.parse(rest)
  const { payment_information: information, ...extra } = others
  if (payment_url !== null && !isServiceAddress(payment_url)) {
    const detail = "the payment_url is not an https address, nobody may be sent there"
    throw new UnclearError("bad_payment_url", facts, detail, ticket === null ? {} : { ticket })
  }
  const said = { type, account_number, confirmation, information, payment_url }
  return {
    ticket,
    payment_url,
    instructions: instructionsIn(said),
    shape: answerShape(said),
    echoed_amount,
    expires_at: zonedDate(expiration),
    extra,
  }
}
