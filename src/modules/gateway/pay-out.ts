import { z } from "zod"
import type { MajorAmount, WireAmount } from "../../domain/money"
import type { PayoutDestination } from "../../domain/payout-destination"
import { WALLET_METHOD } from "../../domain/payout-methods"
import type { Reference, Ticket } from "../../domain/reference"
import { looseText } from "./answers"
import { readCreation, strictBody, utcDate } from "./creation"
import type { AmountUnits } from "./creation"
import { UnclearError } from "./errors"
import type { CallFacts } from "./errors"
import { secretMask } from "./mask"
import type { Sender } from "./sender"

/** The request for a payout (docs/service.md#payouts). */
export interface PayOutRequest {
  reference: Reference
  /** Wire units (docs/service.md#amounts), sent as a JSON integer. */
  amount: WireAmount
  currency: string
  country: string
  /** Method by the interface's name; `SERVICE` is sent as option `payouts.walletMethod`. */
  payment_method: string
  ipn_url: string
  customer_data: PayoutDestination
  metadata: Record<string, string>
}

export interface PayOutCreated {
  ticket: Ticket
  /** As of a pay-in. */
  echoed_amount: MajorAmount | null
  /** From the flat form only (docs/service.md#envelope); null when the service did not say. */
  estimated_time: Date | null
  /**
   * Every field of the answer that is not read here. It may hold personal data: neither log nor
   * store it unread.
   */
  extra: Record<string, unknown>
}

const text = z.string().min(1)

const payOutBody = z.object({
  payment_method: text,
  reference: z.string().regex(/^[A-Za-z0-9_-]{1,36}$/),
  amount: z.int().positive(),
  currency: z.string().regex(/^[A-Z]{3}$/),
  country: z.string().regex(/^[A-Z]{2}$/),
  ipn_url: z.url({ protocol: /^https?$/ }),
  customer_data: z.object({
    legal_doc: text,
    legal_doc_type: text,
    phone_code: text,
    phone_number: text,
    email: text,
    full_name: text,
    bank: text,
    account_number: text,
    account_type: text,
  }),
  metadata: z.record(z.string(), z.string()),
})

const told = z.looseObject({ estimated_time: looseText })

export interface PayOutCalls {
  /**
   * Orders one payout (docs/service.md#payouts). Sent at most once, unless no connection was made.
   * The result comes later, by lookup.
   * @throws RefusedError definitely refused, also before sending when a field cannot be sent
   * @throws UnclearError, RateLimitedError it may have happened: look it up, and send it again only
   *   under the same reference and once the service is believed not to know it
   *   (docs/decisions/0013-unknown-is-a-state.md)
   * @throws UnreachableError, BreakerOpenError nothing was sent
   */
  create(account: string, request: PayOutRequest): Promise<PayOutCreated>
}

export function payOutCalls(
  options: AmountUnits & { paths: { payOut: string }; payouts: { walletMethod: string } },
  senderOf: (account: string) => Sender
): PayOutCalls {
  return {
    async create(account, request) {
      const sender = senderOf(account)
      const facts: CallFacts = {
        operation: "payout.create",
        account,
        correlation: request.reference,
        httpStatus: null,
      }
      const { payment_method } = request
      const body = strictBody(
        payOutBody,
        {
          ...request,
          payment_method:
            payment_method === WALLET_METHOD ? options.payouts.walletMethod : payment_method,
        },
        facts,
        "docs/service.md#payouts"
      )
      const { bank, account_type, legal_doc_type, phone_code, ...personal } = body.customer_data
      // A refusal may repeat a short account number that no pattern would recognise.
      const mask = secretMask(Object.values(personal))
      return sender.send({
        operation: "payout.create",
        correlation: request.reference,
        method: "POST",
        path: options.paths.payOut,
        body,
        read: (answer, at) => {
          const masked = { ...answer, mask: (said: string) => answer.mask(mask(said)) }
          const { ticket, echoed_amount, rest } = readCreation(masked, at, request, options)
          if (ticket === null) {
            throw new UnclearError("no_ticket", at, "the service said success but named no ticket")
          }
          const { estimated_time, ...extra } = told.parse(rest)
          return { ticket, echoed_amount, estimated_time: utcDate(estimated_time), extra }
        },
      })
    },
  }
}
