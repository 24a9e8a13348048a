import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import {
  asksForMethod,
  findMethod,
  ALL_METHODS,
  type CountryRule,
} from "../../domain/country/countries"
import { isComplete } from "../../domain/privacy/customer-data"
import { directRule } from "../../domain/method/direct"
import { linkRequestText } from "../../domain/payin/link-request"
import { isOfMerchant, merchantPrints } from "../../domain/installation/merchant-print"
import { methodField } from "../../domain/method/field"
import {
  AmountError,
  requestedAmount,
  sameAmount,
  type MajorAmount,
} from "../../domain/money/amount"
import type { PayerTypists } from "../../domain/payin/payer"
import type { PayInAccount, PayInOptions } from "../../domain/options/options"
import { missingPayerFields, type LinkPayer } from "../../domain/method/pse"
import { payInProviderId } from "../../domain/options/provider-id"
import { MOST_OPEN_LINKS, secondsUntilFewer } from "../../domain/payin/request-limit"
import { readSessionInput, type SessionInput } from "../../domain/session/input"
import type { Transaction } from "../../modules/ledger/rows"
import type { PayInLedgerService } from "../../modules/ledger/service"
import { servicesOf } from "../settle"
import { whyNotThisBank } from "./banks"
import { collectionForOutstanding, openSession } from "./collection"
import { needsNewLink } from "./new-link"
import { findOwingOrder, type OwingOrder } from "../../medusa/owing-order"
import { collectionsOf, obstacleToPaying, paymentHeld } from "./owing"
import { isOfBuyer, isPaidBy, payerOfOrder, payInsOfBuyer, typistsOf } from "./payer"
import {
  changed,
  conflict,
  invalid,
  notFound,
  tooMany,
  type LinkOutcome,
  type LinkRefusal,
  type LinkRequest,
} from "./request"

/** A link request that can be sent. */
interface PreparedLink {
  order: OwingOrder
  account: PayInAccount
  country: CountryRule
  payment_method: string
  customer: LinkPayer
  payer_typed_by: PayerTypists
  input: SessionInput
}

/** Makes one link under the order lock. */
export class LinkMaking {
  private readonly ledger: PayInLedgerService
  private readonly options: PayInOptions

  constructor(
    private readonly container: MedusaContainer,
    private readonly request: LinkRequest
  ) {
    const { ledger, gateway } = servicesOf(container)
    this.ledger = ledger
    this.options = gateway.options
  }

  async make(): Promise<LinkOutcome> {
    const prepared = await this.prepared()
    return "outcome" in prepared ? prepared : this.fulfil(prepared)
  }

  /** Makes all refusals before Medusa deletes the live session. */
  private async prepared(): Promise<PreparedLink | LinkRefusal> {
    const order = await findOwingOrder(this.container, this.request.order_id)
    if (order === null) {
      return notFound(this.request.order_id)
    }
    if (order.owed.nothing !== null) {
      await this.ledger.links.supersede(collectionsOf(order))
    }
    const obstacle = (await obstacleToPaying(this.container, order)) ?? paymentHeld(order)
    if (obstacle !== null) {
      return conflict(obstacle)
    }
    const account = this.account(order.currency_code)
    if ("outcome" in account) {
      return account
    }
    const country = this.options.countries[account.country]
    const asked = this.asked(order.owed.outstanding, account)
    if (asked instanceof AmountError) {
      return invalid("amount", `amount: ${asked.message}`)
    }
    const shown = this.request.shopper?.shown
    if (shown !== undefined && !sameAmount(shown, asked)) {
      return changed(order.id)
    }
    const direct = directRule(account, this.options)
    const { input, problems } = readSessionInput(this.request.data, country, asked, direct)
    const problem = problems.at(0) ?? (await whyNotThisBank(this.container, account, input))
    if (problem !== null) {
      return invalid(problem.field, problem.message)
    }
    return this.complete(order, account, country, input)
  }

  private async complete(
    order: OwingOrder,
    account: PayInAccount,
    country: CountryRule,
    input: SessionInput
  ): Promise<PreparedLink | LinkRefusal> {
    const named = input.payment_method ?? (asksForMethod(country) ? null : ALL_METHODS)
    const method = named === null ? undefined : findMethod(country, named)
    const earlier = await this.ledger.transactions.ofCollections(collectionsOf(order))
    const remembered = payInsOfBuyer(this.ledger, order, earlier)
    const typed = input.customer_data
    const customer = { ...payerOfOrder(this.ledger, order, remembered, country, typed), ...typed }
    const { language } = this.options
    const asked = { country, payment_method: named, direct: directRule(account, this.options) }
    const missing = missingPayerFields(customer, asked, language)
    const fields = [...(method ? [] : [methodField(country, language)]), ...missing]
    if (!method || !isComplete(customer) || missing.length > 0) {
      const names = fields.map(({ name }) => name).join(", ")
      const field = method ? `customer_data.${fields[0].name}` : "payment_method"
      return invalid(field, `The link needs more input: ${names}.`, fields)
    }
    const by = { typed: input.customer_data, makers: this.request.makers }
    const payer_typed_by = typistsOf(this.ledger, customer, by, order, earlier)
    const { payment_method } = method
    return { order, account, country, payment_method, customer, payer_typed_by, input }
  }

  private async fulfil(prepared: PreparedLink): Promise<LinkOutcome> {
    const { order, account, input, customer, payer_typed_by, payment_method } = prepared
    if (this.request.replace) {
      await this.ledger.links.replace(collectionsOf(order), this.request.request_id)
    }
    const collectionId = await collectionForOutstanding(this.container, order)
    const there = await this.there(prepared, collectionId)
    if (there !== null) {
      return { outcome: "made", transaction: there }
    }
    if (this.request.shopper && (await this.hasTooMany(prepared, collectionId))) {
      return tooMany(order.id)
    }
    try {
      const sessionId = await openSession(
        this.container,
        collectionId,
        payInProviderId(account.id),
        { ...input, payment_method, customer_data: customer, payer_typed_by }
      )
      return await this.made(order, sessionId)
    } catch (error) {
      if (error instanceof MedusaError && error.type === MedusaError.Types.INVALID_DATA) {
        return invalid("data", error.message)
      }
      throw error
    }
  }

  /**
   * An existing link of the same request with a live session: nothing is made and nothing is
   * deleted. An operator without special requirements gets the buyer's current link, to copy it.
   */
  private async there(prepared: PreparedLink, collectionId: string): Promise<Transaction | null> {
    const { account, customer, input, payment_method } = prepared
    const order = await findOwingOrder(this.container, prepared.order.id)
    const collection = order?.payment_collections.find((one) => one.id === collectionId)
    if (order === null || collection === undefined) {
      return null
    }
    const exact = collection.amount
    const current = await this.ledger.links.current(collectionId, { exact, account: account.id })
    if (current === null || !isOfMerchant(current, merchantPrints(this.options.accounts))) {
      return null
    }
    const fingerprint = this.ledger.sealer.fingerprint(
      linkRequestText({ exact, account: account.id, payment_method, customer, input })
    )
    const asksForNothing = Object.keys(this.request.data).length === 0
    const answers =
      (asksForNothing && (await isOfBuyer(this.ledger, order, current))) ||
      current.fingerprint === fingerprint ||
      this.isSameToShopper(current, prepared)
    const alive = collection.payment_sessions.some(
      (session) =>
        session.id === current.session_id &&
        sameAmount(session.amount, exact) &&
        session.status !== "error" &&
        session.status !== "canceled"
    )
    return answers && alive ? current : null
  }

  /** A link of this method waits for the same payer: whatever else an operator wrote on it. */
  private isSameToShopper(
    current: Transaction,
    { customer, payment_method }: PreparedLink
  ): boolean {
    return (
      this.request.shopper !== undefined &&
      current.payment_method === payment_method &&
      isPaidBy(this.ledger, current, customer)
    )
  }

  /** Each link may be paid. A request that gets an earlier one makes none. */
  private async hasTooMany(
    { account, input, customer, payment_method }: PreparedLink,
    collectionId: string
  ): Promise<boolean> {
    const left = await this.ledger.links.secondsLeft(collectionId)
    if (secondsUntilFewer(left, MOST_OPEN_LINKS) === null) {
      return false
    }
    const order = await findOwingOrder(this.container, this.request.order_id)
    const collection = order?.payment_collections.find((one) => one.id === collectionId)
    const asked = { ...input, payment_method, customer_data: customer }
    return (
      collection === undefined ||
      needsNewLink(this.container, collectionId, {
        ...{ account, exact: collection.amount, input: asked },
      })
    )
  }

  private async made(order: OwingOrder, sessionId: string): Promise<LinkOutcome> {
    const transaction = await this.ledger.transactions.findBySession(sessionId)
    if (transaction === null) {
      throw new MedusaError(
        MedusaError.Types.UNEXPECTED_STATE,
        `The payment of order ${order.id} was started again by somebody else: try again.`
      )
    }
    await this.ledger.links.supersede(collectionsOf(order), transaction.id)
    if (transaction.status === "approved") {
      const message = `Payment ${transaction.reference} of order ${order.id} just arrived.`
      return conflict({ message, code: "money_arriving" })
    }
    return { outcome: "made", transaction }
  }

  private account(currency: string): PayInAccount | LinkRefusal {
    const { accounts } = this.options
    const fitting = accounts.filter((account) => account.currency === currency)
    const { account: id } = this.request
    const chosen = id === null ? fitting.at(0) : accounts.find((account) => account.id === id)
    if (chosen === undefined) {
      return invalid(
        "account",
        id === null
          ? `account: no configured account takes ${currency}.`
          : `account "${id}" is not configured: use one of ${accounts.map((one) => one.id).join(", ")}.`
      )
    }
    return chosen.currency === currency
      ? chosen
      : invalid("account", `account "${chosen.id}" takes ${chosen.currency}, not ${currency}.`)
  }

  private asked(exact: MajorAmount, account: PayInAccount): MajorAmount | AmountError {
    try {
      const { decimals, rounding } = this.options
      return requestedAmount(exact, decimals[account.currency], rounding)
    } catch (error) {
      if (error instanceof AmountError) {
        return error
      }
      throw error
    }
  }
}
