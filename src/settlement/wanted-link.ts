import {
  asksForMethod,
  findMethod,
  type CountryRule,
  type MethodRule,
} from "../domain/country/countries"
import { isComplete, readCustomerData, type SessionField } from "../domain/privacy/customer-data"
import { directRule, type DirectRule } from "../domain/method/direct"
import { linkRequestText } from "../domain/payin/link-request"
import { isOfMerchant, merchantPrints } from "../domain/installation/merchant-print"
import { methodField } from "../domain/method/field"
import type { MajorAmount } from "../domain/money/amount"
import type { PayInAccount, PayInOptions } from "../domain/options/options"
import { mayAdopt } from "../domain/payin/paid-already"
import { readPayerTypists, type PayerTypists } from "../domain/payin/payer"
import { asksForBank, missingPayerFields, readPsePayer, type LinkPayer } from "../domain/method/pse"
import { parseReference } from "../domain/row/reference"
import type { SessionInput } from "../domain/session/input"
import type { Transaction } from "../modules/ledger/rows"
import type { PayInLedgerService } from "../modules/ledger/service"
import { findPayer, type CheckoutContext } from "../medusa/checkout-context"
import type { GraphReader } from "../medusa/links"

export interface WantedLinkDeps {
  query: GraphReader
  ledger: PayInLedgerService
  account: PayInAccount
  options: PayInOptions
}

/** What was posted for a link, and for what. */
export interface PostedLink {
  checkout: CheckoutContext
  /** Of the session, in major units. */
  exact: MajorAmount
  input: SessionInput
  /** Untrusted: also the plugin's own old session data. */
  data: Record<string, unknown>
}

/** Complete enough to be sent. */
export interface CompleteLink {
  method: MethodRule
  customer: LinkPayer
  /** Operators who typed the payer's document; null: the shopper gave it. */
  payer_typed_by: PayerTypists
  /** The same for the same link request. */
  fingerprint: string
}

/** The link that is asked for, or the fields still to be asked. */
export async function wantedLink(
  deps: WantedLinkDeps,
  posted: PostedLink
): Promise<CompleteLink | { payment_method: string | null; fields: SessionField[] }> {
  const { account, options, ledger } = deps
  const { exact, input } = posted
  const country = options.countries[account.country]
  const payment_method = input.payment_method ?? (asksForMethod(country) ? null : "ALL_METHODS")
  const method = payment_method === null ? undefined : findMethod(country, payment_method)
  const direct = directRule(account, options)
  const { customer, payer_typed_by } = await payerOfLink(deps, posted, country, direct)
  const missing = missingPayerFields(
    customer,
    { country, payment_method, direct },
    options.language
  )
  if (!method || !isComplete(customer) || missing.length > 0) {
    const fields = [...(method ? [] : [methodField(country, options.language)]), ...missing]
    return { payment_method, fields }
  }
  const asked = { exact, account: account.id, payment_method: method.payment_method }
  const fingerprint = ledger.sealer.fingerprint(linkRequestText({ ...asked, customer, input }))
  return { method, customer, payer_typed_by, fingerprint }
}

/** Received money of a collection that pays a session of this amount; null without any. */
export async function moneyFor(
  { ledger, account }: Pick<WantedLinkDeps, "ledger" | "account">,
  { checkout, exact }: Pick<PostedLink, "checkout" | "exact">
): Promise<Transaction | null> {
  const arrived = await ledger.transactions.approvedUnsettled(checkout.payment_collection_id)
  const asked = { exact, currency: account.currency, account: account.id }
  return arrived.find((row) => mayAdopt(row, asked)) ?? null
}

/**
 * An earlier link of the same request that can still be paid for a while. Not one of another
 * merchant than the options name now: nobody could be asked whether it was paid.
 */
export async function reusableLink(
  { ledger, options }: Pick<WantedLinkDeps, "ledger" | "options">,
  { payment_collection_id }: CheckoutContext,
  { fingerprint }: CompleteLink
): Promise<Transaction | null> {
  const link = await ledger.transactions.reusable({ payment_collection_id, fingerprint })
  return link !== null && isOfMerchant(link, merchantPrints(options.accounts)) ? link : null
}

/** Whether a new link is made at the service for it. */
export async function makesNewLink(deps: WantedLinkDeps, posted: PostedLink): Promise<boolean> {
  const wanted = await wantedLink(deps, posted)
  return (
    !("fields" in wanted) &&
    (await reusableLink(deps, posted.checkout, wanted)) === null &&
    (await moneyFor(deps, posted)) === null
  )
}

/** The payer: the posted data, completed with known data; and who typed the document. */
async function payerOfLink(
  deps: WantedLinkDeps,
  posted: PostedLink,
  country: CountryRule,
  direct: DirectRule
): Promise<{ customer: Partial<LinkPayer>; payer_typed_by: PayerTypists }> {
  const { input, data } = posted
  const payer_typed_by = readPayerTypists(data)
  const said = { phone_code: country.phone_code, ...input.customer_data }
  const remembers = asksForBank(direct, input.payment_method) && said.bank === undefined
  if (isComplete(said) && !remembers) {
    return { customer: said, payer_typed_by }
  }
  const known = await knownCustomer(deps, posted, country, direct)
  const customer = { ...known.data, ...input.customer_data }
  const repeats = customer.legal_doc === known.data.legal_doc
  return { customer, payer_typed_by: payer_typed_by ?? (repeats ? known.typed_by : null) }
}

/**
 * The payer's known data. After a failed completion Medusa starts again with the plugin's own old
 * session data, which has no personal data: then the ledger has it.
 */
async function knownCustomer(
  { query, ledger }: WantedLinkDeps,
  { data: { reference }, checkout, input }: PostedLink,
  country: CountryRule,
  direct: DirectRule
): Promise<{ data: Partial<LinkPayer>; typed_by: PayerTypists }> {
  const fromCheckout = readCustomerData(await findPayer(query, checkout), country).data
  const base = { phone_code: country.phone_code, ...fromCheckout }
  const ours = typeof reference === "string" ? parseReference(reference) : null
  const earlier = ours && (await ledger.transactions.findByReference(ours))
  if (earlier === null || earlier.payment_collection_id !== checkout.payment_collection_id) {
    return { data: base, typed_by: null }
  }
  const sealed = ledger.sealer.open(earlier.customer_sealed, {
    table: "payin_transaction",
    row: earlier.id,
    column: "customer_sealed",
  })
  const remembered: unknown = JSON.parse(sealed)
  const asksBank = asksForBank(direct, input.payment_method)
  return {
    data: {
      ...base,
      ...readCustomerData(remembered, country).data,
      ...(asksBank && readPsePayer(remembered, direct).data),
    },
    typed_by: readPayerTypists(earlier),
  }
}
