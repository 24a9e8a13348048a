import { MedusaError } from "@medusajs/framework/utils"
import type { CountryRule } from "../../domain/country/countries"
import { shiftedNow } from "../../domain/time/clock"
import { directRule } from "../../domain/method/direct"
import { reasonOf } from "../../domain/error/reason"
import {
  AmountError,
  requestedAmount,
  computedAmount,
  toWire,
  type AmountInput,
  type MajorAmount,
} from "../../domain/money/amount"
import type { PayInAccount, PayInOptions } from "../../domain/options/options"
import { hashIpnKey, ipnUrl, newIpnKey, newReference } from "../../domain/row/reference"
import { payInProviderId } from "../../domain/options/provider-id"
import { returnAddress } from "../../domain/options/return-address"
import { LOOKUP_FRESH_SECONDS, LOOKUPS_BEFORE_LINK } from "../../domain/time/schedule"
import type { SessionData } from "../../domain/session/data"
import { postedBankProblem } from "../../settlement/bank-list"
import { planCartProblem } from "../../settlement/plan-cart"
import { readSessionInput, type SessionInput } from "../../domain/session/input"
import { needsInputView, sessionView } from "../../domain/session/view"
import type { Transaction } from "../../modules/ledger/rows"
import { fetchStatus } from "../../settlement/fetch-status"
import type { ProviderCradle } from "./dependencies"
import { defaultDescription } from "./link"
import { sendLink } from "./send-link"
import {
  findCollection,
  findCheckoutContext,
  findStoreName,
  type CheckoutContext,
} from "../../medusa/checkout-context"
import {
  moneyFor,
  reusableLink,
  wantedLink,
  type CompleteLink,
  type WantedLinkDeps,
} from "../../settlement/wanted-link"

/** Medusa's input when a shopper chooses this provider. */
export interface InitiateInput {
  session_id: string
  /** Untrusted data from the storefront. */
  data: Record<string, unknown>
  amount: AmountInput
  currency_code: string
}

/** A link request, complete enough to be sent. */
interface LinkRequest extends CompleteLink {
  session_id: string
  checkout: CheckoutContext
  /**
   * null where the order was not made by a payment of ours: then its announcement is not ours to
   * repeat.
   */
  cart_id: string | null
  exact: MajorAmount
  asked: MajorAmount
  input: SessionInput
}

/** Starts a payment: adopts existing money or an existing link, else makes a new link. */
export class Initiation {
  constructor(
    private readonly cradle: ProviderCradle,
    private readonly account: PayInAccount,
    private readonly options: PayInOptions
  ) {}

  /**
   * @throws MedusaError invalid_data naming the field, for a value that cannot be right or that the
   * service refused; unexpected_state when the service gave no clear answer (the row stays
   * watched).
   */
  async start(request: InitiateInput): Promise<SessionData> {
    const country = this.options.countries[this.account.country]
    const { exact, asked } = this.amounts(request, country)
    const { query, payinLedger } = this.cradle
    const collectionId = await findCollection(query, request.session_id)
    if (collectionId === null) {
      throw new MedusaError(
        MedusaError.Types.NOT_FOUND,
        `Payment session ${request.session_id} is not there any more: start the payment again.`
      )
    }

    const [checkout, earlier] = await Promise.all([
      findCheckoutContext(query, collectionId),
      payinLedger.transactions.ofCollections([collectionId]),
    ])
    const paid = earlier.length > 0 && (await this.adoptMoney(request.session_id, checkout, exact))
    if (paid) {
      return sessionView(request.session_id, paid, shiftedNow())
    }
    // Only now, because received money is adopted whatever the current limits and methods.
    const direct = directRule(this.account, this.options)
    const { input, problems } = readSessionInput(request.data, country, asked, direct)
    const problem =
      problems.at(0) ??
      (await planCartProblem(query, checkout, this.options)) ??
      (await postedBankProblem(this.service, this.account, input))
    if (problem !== null) {
      throw new MedusaError(MedusaError.Types.INVALID_DATA, problem.message)
    }

    const posted = { checkout, exact, input, data: request.data }
    const link = await wantedLink(this.deps, posted)
    if ("fields" in link) {
      const { payment_method, fields } = link
      await payinLedger.sessions.record({
        session_id: request.session_id,
        payment_collection_id: checkout.payment_collection_id,
        account: this.account.id,
        transaction_id: null,
        fields,
      })
      return needsInputView(request.session_id, {
        amount: asked,
        currency: country.currency,
        payment_method,
        fields,
      })
    }

    const wanted: LinkRequest = {
      ...link,
      session_id: request.session_id,
      checkout,
      cart_id: checkout.order_id !== null && earlier.length === 0 ? null : checkout.cart_id,
      exact,
      asked,
      input,
    }
    const adopted = earlier.length > 0 && (await this.reuseLink(wanted))
    const transaction = adopted || (await this.newLink(wanted, country))
    return sessionView(request.session_id, transaction, shiftedNow())
  }

  /** An earlier link of the same request, now owned by the new session. */
  private async reuseLink(wanted: LinkRequest): Promise<Transaction | null> {
    const { transactions } = this.cradle.payinLedger
    const reusable = await reusableLink(this.deps, wanted.checkout, wanted)
    return reusable && transactions.bind(reusable, wanted.session_id, wanted.checkout.order_id)
  }

  private get service() {
    const { payinLedger: ledger, payinGateway: gateway, logger } = this.cradle
    return { ledger, gateway, logger }
  }

  private get deps(): WantedLinkDeps {
    const { query, payinLedger: ledger } = this.cradle
    return { query, ledger, account: this.account, options: this.options }
  }

  private amounts(
    request: InitiateInput,
    country: CountryRule
  ): { exact: MajorAmount; asked: MajorAmount } {
    if (request.currency_code.toUpperCase() !== country.currency) {
      throw new MedusaError(
        MedusaError.Types.INVALID_DATA,
        `currency_code: account "${this.account.id}" takes ${country.currency}, not ` +
          `${request.currency_code.toUpperCase()}: choose another payment provider.`
      )
    }
    try {
      const exact = computedAmount(request.amount)
      const { decimals, rounding } = this.options
      return { exact, asked: requestedAmount(exact, decimals[country.currency], rounding) }
    } catch (error) {
      if (error instanceof AmountError) {
        throw new MedusaError(MedusaError.Types.INVALID_DATA, `amount: ${error.message}`)
      }
      throw error
    }
  }

  /** Received money of this collection pays the new session: no link is made. */
  private async adoptMoney(
    sessionId: string,
    checkout: CheckoutContext,
    exact: MajorAmount
  ): Promise<Transaction | null> {
    const { transactions } = this.cradle.payinLedger
    const undecided = await transactions.undecided(
      checkout.payment_collection_id,
      LOOKUP_FRESH_SECONDS,
      LOOKUPS_BEFORE_LINK
    )
    for (const transaction of undecided) {
      try {
        await fetchStatus(
          { ledger: this.cradle.payinLedger, gateway: this.cradle.payinGateway },
          transaction
        )
      } catch (error) {
        // An older link that cannot be looked up stays watched and does not delay the shopper.
        this.cradle.logger.warn(
          `payin ${transaction.reference}: lookup before a new link failed: ${reasonOf(error)}`
        )
        break
      }
    }
    const money = await moneyFor(this.deps, { checkout, exact })
    return money && transactions.bind(money, sessionId, checkout.order_id)
  }

  /** The row is written before the call leaves (docs/decisions/0001-write-before-send.md). */
  private async newLink(wanted: LinkRequest, country: CountryRule): Promise<Transaction> {
    const { transactions, sealer } = this.cradle.payinLedger
    const id = transactions.newId()
    const reference = newReference()
    const key = newIpnKey()
    const seal = (column: string, value: unknown) =>
      sealer.seal(JSON.stringify(value), { table: "payin_transaction", row: id, column })
    const description =
      wanted.input.description ??
      defaultDescription(await findStoreName(this.cradle.query), reference, this.options.language)
    const link_minutes = wanted.input.expiration_time ?? wanted.method.link_minutes
    const life = { link_minutes, grace_hours: wanted.method.grace_hours }
    await transactions.open(
      {
        id,
        account: this.account.id,
        provider_id: payInProviderId(this.account.id),
        reference,
        ipn_key_hash: hashIpnKey(key),
        payment_collection_id: wanted.checkout.payment_collection_id,
        session_id: wanted.session_id,
        cart_id: wanted.cart_id,
        order_id: wanted.checkout.order_id,
        customer_id: wanted.checkout.customer_id,
        country: country.country,
        currency: country.currency,
        payment_method: wanted.method.payment_method,
        description,
        order_amount: wanted.exact,
        requested_amount: wanted.asked,
        fingerprint: wanted.fingerprint,
        customer_sealed: seal("customer_sealed", wanted.customer),
        payer_typed_by: wanted.payer_typed_by,
        refund_destination_sealed: wanted.input.refund_destination
          ? seal("refund_destination_sealed", wanted.input.refund_destination)
          : null,
        sealed_with: sealer.key_ids[0],
        api_version: this.options.payIn.version,
      },
      life
    )
    return sendLink(
      { ...this.service, account: this.account },
      {
        id,
        life,
        request: {
          reference,
          amount: toWire(wanted.asked, this.options.decimals[country.currency]),
          currency: country.currency,
          country: country.country,
          payment_method: wanted.method.payment_method,
          description,
          redirect_url: returnAddress(this.account.returnUrl ?? this.options.returnUrl, {
            country: country.country,
            session_id: wanted.session_id,
            cart_id: wanted.checkout.cart_id,
          }),
          ipn_url: ipnUrl(this.options.callbackUrl, reference, key),
          customer_data: wanted.customer,
          expiration_time: link_minutes,
          metadata: { source: "medusa", session_id: wanted.session_id },
        },
      }
    )
  }
}
