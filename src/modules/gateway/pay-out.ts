import { z } from "zod"
import type { MajorAmount, WireAmount } from "../../domain/money/amount"
import type { PayoutDestination } from "../../domain/payout/destination"
import { isByForm, METHOD_OF_FORM, WALLET_METHOD } from "../../domain/payout/methods"
import type { Reference, Ticket } from "../../domain/row/reference"
import { looseText } from "./answers"
import { readCreation, strictBody, utcDate } from "./creation"
import type { AmountUnits } from "./creation"
import { UnclearError } from "./errors"
import type { CallFacts } from "./errors"
import { secretMask } from "./mask"
import { isServiceAddress } from "./page-address"
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
  /** null for a form of which the answer names none: it is looked up by its reference. */
  ticket: Ticket | null
  /** The form in which the recipient names the account; null for every other method. Secret. */
  form_url: string | null
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

const common = {
  payment_method: text,
  reference: z.string().regex(/^[A-Za-z0-9_-]{1,36}$/),
  amount: z.int().positive(),
  currency: z.string().regex(/^[A-Z]{3}$/),
  country: z.string().regex(/^[A-Z]{2}$/),
  ipn_url: z.url({ protocol: /^https?$/ }),
  metadata: z.record(z.string(), z.string()),
}
const person = {
  legal_doc: text,
  legal_doc_type: text,
  phone_code: text,
  phone_number: text,
  email: text,
  full_name: text,
}
const account = {
  // Left out where the number names it.
  bank: text.nullish().transform((bank) => bank ?? undefined),
  account_number: text,
  account_type: text,
}
const payOutBody = z.object({ ...common, customer_data: z.object({ ...person, ...account }) })
const formBody = z.object({ ...common, customer_data: z.object(person) })

const told = z.looseObject({ estimated_time: looseText, form_url: looseText })

export interface PayOutCalls {
  /**
   * Orders one payout, or a form for one (docs/service.md#payout-forms). Sent at most once, unless no connection was made.
   * The result comes later, by lookup.
   * @throws RefusedError definitely refused, also before sending when a field cannot be sent
   * @throws UnclearError, RateLimitedError it may have happened: look it up, and send it again only
   *   under the same reference and once the service is believed not to know it
   *   (docs/decisions/0013-unknown-is-a-state.md)
   * @throws UnreachableError, BreakerOpenError nothing was sent
   */
  create(account: string, request: PayOutRequest): Promise<PayOutCreated>
}

interface Units {
  paths: Record<"payOut" | "payOutForm", string>
  payouts: { walletMethod: string }
}

function wireMethod(payment_method: string, { payouts }: Units): string {
  if (isByForm({ payment_method })) return METHOD_OF_FORM
  return payment_method === WALLET_METHOD ? payouts.walletMethod : payment_method
}

/** Without an address nobody can name the account, and a form may be there all the same. */
function formIn(form_url: string | null, ticket: Ticket | null, at: CallFacts): string {
  if (form_url === null || !isServiceAddress(form_url)) {
    const detail = "the service said success but named no https address of a form"
    throw new UnclearError("no_form", at, detail, ticket === null ? {} : { ticket })
  }
  return form_url
}

export function payOutCalls(
  options: AmountUnits & Units,
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
      const byForm = isByForm(request)
      const { payment_method } = request
      const body = strictBody(
        byForm ? formBody : payOutBody,
        { ...request, payment_method: wireMethod(payment_method, options) },
        facts,
        byForm ? "docs/service.md#payout-forms" : "docs/service.md#payouts"
      )
      const { legal_doc_type, phone_code, ...told_of } = body.customer_data
      const personal = Object.entries(told_of).flatMap(([name, value]) =>
        value === undefined || name === "bank" || name === "account_type" ? [] : [value]
      )
      // A refusal may repeat a short account number that no pattern would recognise.
      const mask = secretMask(personal)
      return sender.send({
        operation: "payout.create",
        correlation: request.reference,
        method: "POST",
        path: byForm ? options.paths.payOutForm : options.paths.payOut,
        body,
        read: (answer, at) => {
          const masked = { ...answer, mask: (said: string) => answer.mask(mask(said)) }
          const { ticket, echoed_amount, rest } = readCreation(masked, at, request, options)
          const { estimated_time, form_url, ...extra } = told.parse(rest)
          const known = { echoed_amount, estimated_time: utcDate(estimated_time), extra }
          if (byForm) {
            return { ticket, form_url: formIn(form_url, ticket, at), ...known }
          }
          if (ticket === null) {
            throw new UnclearError("no_ticket", at, "the service said success but named no ticket")
          }
          return { ticket, form_url: null, ...known }
        },
      })
    },
  }
}
