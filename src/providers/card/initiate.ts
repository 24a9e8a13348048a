import { MedusaError } from "@medusajs/framework/utils"
import { CARD_CURRENCY } from "../../domain/card/request"
import { fittingCardCustomer, missingCardFields } from "../../domain/card/customer"
import {
  CARD_DECIMALS,
  cardField,
  cardSessionView,
  readCardSession,
  type CardSessionData,
  type CardSessionInput,
} from "../../domain/card/session"
import { cartPlan } from "../../domain/subscription/cart-plan"
import type { CountryRule } from "../../domain/country/countries"
import {
  isComplete,
  readCustomerData,
  type CustomerData,
  type SessionField,
} from "../../domain/privacy/customer-data"
import {
  AmountError,
  type AmountInput,
  requestedAmount,
  compareAmounts,
  computedAmount,
  type MajorAmount,
  roundDown,
  ZERO,
} from "../../domain/money/amount"
import { cardProviderId } from "../../domain/options/provider-id"
import { newReference } from "../../domain/row/reference"
import type { SessionOpener } from "../../domain/session/opener"
import { toldPeriodicity, type SubscriptionPlan } from "../../domain/subscription/plan"
import type { Card, CardTransaction } from "../../modules/subscriptions/card-rows"
import type { HoldRequest } from "../../modules/subscriptions/card-bindings"
import type { NewCard } from "../../modules/subscriptions/cards"
import { isUnbooked } from "../../settlement/card-unbooked"
import {
  findCollection,
  findPayer,
  findCheckoutContext,
  type CheckoutContext,
} from "../../medusa/checkout-context"
import { findSold, type Sold } from "../../settlement/sold-lines"
import type { CardCradle, CardSetup } from "./dependencies"

/** Medusa's input when a shopper chooses this provider. */
export interface CardInitiateInput {
  session_id: string
  /** Untrusted data from the storefront. */
  data: Record<string, unknown>
  amount: AmountInput
  currency_code: string
  opener: SessionOpener
}

/** The chosen card: one saved at the service, or a new one. */
type Chosen =
  { saved: Card } | { token: string; customer_data: CustomerData; input: CardSessionInput }

/** Writes the payment of a card session. The service is not called before the cart is completed. */
export class CardInitiation {
  constructor(
    private readonly cradle: CardCradle,
    private readonly setup: CardSetup
  ) {}

  /**
   * @throws MedusaError invalid_data naming the field, for a value that cannot be right, a card
   * that is not the shopper's, or a cart that no card can pay.
   */
  async start(request: CardInitiateInput): Promise<CardSessionData> {
    const { account, options } = this.setup
    const country = options.countries[account.country]
    const { exact, amount } = this.amounts(request)
    const collectionId = await findCollection(this.cradle.query, request.session_id)
    if (collectionId === null) {
      throw new MedusaError(
        MedusaError.Types.NOT_FOUND,
        `Payment session ${request.session_id} is not there any more: start the payment again.`
      )
    }
    const wanted: HoldRequest = {
      account: account.id,
      payment_collection_id: collectionId,
      session_id: request.session_id,
      currency: CARD_CURRENCY,
      order_amount: exact,
    }
    const { cardBindings } = this.cradle.payinSubscriptions
    // An existing hold, or one that may exist, is not made twice; captured money is not captured
    // twice.
    const adopted =
      (await cardBindings.adopt(wanted, request.opener)) ??
      (await this.takeOver(wanted, request.opener))
    if (adopted !== null) {
      return this.bound(adopted)
    }
    const { input, problems } = readCardSession(
      request.data,
      country,
      amount,
      this.setup.card.limits
    )
    if (input.token === undefined && input.saved_card_id === undefined) {
      // A hold of our own renewals: the limit of a checkout does not apply to it.
      const prepared = await cardBindings.bindPrepared(wanted)
      if (prepared !== null) {
        return this.bound(prepared)
      }
    }
    if (problems.length > 0) {
      throw new MedusaError(MedusaError.Types.INVALID_DATA, problems[0].message)
    }
    const checkout = await findCheckoutContext(this.cradle.query, collectionId)
    const chosen = await this.choose(request, checkout, country, input)
    if ("fields" in chosen) {
      await this.record(wanted, chosen.fields)
      const nothing = { reference: null, amount, currency: CARD_CURRENCY, status: null }
      return cardSessionView(request.session_id, nothing, null, chosen.fields)
    }
    return this.open(wanted, amount, checkout, chosen, request.opener.customer_id)
  }

  private amounts({ currency_code, amount }: CardInitiateInput) {
    if (currency_code.toUpperCase() !== CARD_CURRENCY) {
      throw new MedusaError(
        MedusaError.Types.INVALID_DATA,
        `currency_code: cards are taken in ${CARD_CURRENCY}, not ${currency_code.toUpperCase()}: ` +
          "choose another payment provider."
      )
    }
    try {
      const exact = computedAmount(amount)
      return { exact, amount: requestedAmount(exact, CARD_DECIMALS, this.setup.options.rounding) }
    } catch (error) {
      if (error instanceof AmountError) {
        throw new MedusaError(MedusaError.Types.INVALID_DATA, `amount: ${error.message}`)
      }
      throw error
    }
  }

  /** Binds captured money of this collection for which Medusa failed to write a payment. */
  private async takeOver(
    wanted: HoldRequest,
    opener: SessionOpener
  ): Promise<CardTransaction | null> {
    const { payinSubscriptions, payinLedger, __pg_connection__: pg } = this.cradle
    for (const taken of await payinSubscriptions.cardBindings.takenFor(wanted, opener)) {
      if (await isUnbooked(pg, payinLedger, taken)) {
        return payinSubscriptions.cardBindings.takeOver(taken, wanted)
      }
    }
    return null
  }

  /** The card that pays, or the fields still to be asked. */
  private async choose(
    request: CardInitiateInput,
    checkout: CheckoutContext,
    country: CountryRule,
    input: CardSessionInput
  ): Promise<Chosen | { fields: SessionField[] }> {
    const { token, saved_card_id } = input
    if (saved_card_id !== undefined) {
      return { saved: await this.savedCard(saved_card_id, request.opener.customer_id) }
    }
    const posted = { phone_code: country.phone_code, ...input.customer_data }
    const customer_data = isComplete(posted)
      ? posted
      : {
          phone_code: country.phone_code,
          ...(await this.knownCustomer(checkout, country)),
          ...input.customer_data,
        }
    const { language } = this.setup.options
    if (token === undefined || !isComplete(customer_data)) {
      const fields = missingCardFields(customer_data, country, language)
      return { fields: token === undefined ? [cardField(language), ...fields] : fields }
    }
    return { token, customer_data, input }
  }

  /**
   * Only the signed-in shopper's own card, by Medusa: a storefront's claim about the shopper does
   * not count.
   */
  private async savedCard(id: string, customer_id: string | null): Promise<Card> {
    const { cards } = this.cradle.payinSubscriptions
    const card =
      customer_id === null ? null : await cards.findSaved(id, customer_id, this.setup.account.id)
    if (card === null) {
      throw new MedusaError(
        MedusaError.Types.INVALID_DATA,
        "saved_card_id: there is no such card among those of the signed-in customer. Sign in, choose " +
          "another one, or enter the card again."
      )
    }
    return card
  }

  private async knownCustomer(
    checkout: CheckoutContext,
    country: CountryRule
  ): Promise<Partial<CustomerData>> {
    const payer = await findPayer(this.cradle.query, checkout)
    return fittingCardCustomer(readCustomerData(payer, country).data)
  }

  private async open(
    wanted: HoldRequest,
    amount: MajorAmount,
    checkout: CheckoutContext,
    chosen: Chosen,
    customer_id: string | null
  ): Promise<CardSessionData> {
    const { account } = this.setup
    const { cardBindings, cardTransactions } = this.cradle.payinSubscriptions
    const sold = await findSold(this.cradle.query, checkout)
    // For an order the plan was decided when it was placed: only a cart is checked against the
    // offer.
    const { plan, problem } = cartPlan(sold.lines)
    if (checkout.order_id === null && problem !== null) {
      throw new MedusaError(MedusaError.Types.INVALID_DATA, problem.message)
    }
    const { card_id, kept } =
      "saved" in chosen
        ? { card_id: chosen.saved.id, kept: null }
        : await this.newCard({ session_id: wanted.session_id, customer_id }, chosen, plan)
    const { cart_id, order_id } = checkout
    const transaction = await cardBindings.open(
      {
        ...wanted,
        ...{ cart_id, order_id, customer_id },
        id: cardTransactions.newId(),
        provider_id: cardProviderId(account.id),
        card_id,
        reference: newReference("card"),
        amount,
        tax: this.taxOf(sold, amount),
      },
      kept
    )
    if (transaction === null) {
      if ("saved" in chosen) {
        // It may have been retired meanwhile.
        await this.savedCard(chosen.saved.id, customer_id)
      }
      throw new MedusaError(
        MedusaError.Types.NOT_ALLOWED,
        "A card payment of this cart is being made right now: wait for its answer."
      )
    }
    await cardBindings.voidOthers(wanted)
    return this.bound(transaction)
  }

  /** A card to save at the service: under the cart's plan, or for this payment only. */
  private async newCard(
    of: { session_id: string; customer_id: string | null },
    { token, customer_data, input }: Exclude<Chosen, { saved: Card }>,
    plan: SubscriptionPlan | null
  ): Promise<{ card_id: string; kept: NewCard }> {
    const id = this.cradle.payinSubscriptions.cards.newId()
    const kept = {
      ...{ id, ...of, account: this.setup.account.id, token, customer_data },
      plan_name: plan?.plan_name ?? this.setup.card.planName,
      periodicity: toldPeriodicity(this.setup.card.periodicity, plan),
      save_card: input.save_card,
      brand: input.brand ?? null,
      last_four: input.last_four ?? null,
    }
    return { card_id: id, kept }
  }

  /** Never more than the amount, which is the total with its tax (docs/service.md#card-amounts). */
  private taxOf({ tax }: Sold, amount: MajorAmount): MajorAmount {
    if (this.setup.card.tax === "zero" || compareAmounts(tax, ZERO) < 0) {
      return ZERO
    }
    const rounded = roundDown(tax, CARD_DECIMALS)
    return compareAmounts(rounded, amount) > 0 ? amount : rounded
  }

  /**
   * The session data for the storefront. From now on the route that a page polls knows the session.
   */
  private async bound(transaction: CardTransaction): Promise<CardSessionData> {
    const { session_id, card_id } = transaction
    const sessionId = session_id ?? ""
    await this.record({ ...transaction, session_id: sessionId }, null)
    const card = await this.cradle.payinSubscriptions.cards.find(card_id)
    return cardSessionView(sessionId, transaction, card)
  }

  private async record(
    { session_id, payment_collection_id, account }: HoldRequest,
    fields: CardSessionData["fields"]
  ): Promise<void> {
    const { sessions } = this.cradle.payinLedger
    const of = { session_id, payment_collection_id, account }
    await sessions.record({ ...of, transaction_id: null, fields })
  }
}
