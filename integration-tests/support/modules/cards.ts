import { majorAmount } from "../../../src/domain/money/amount"
import { newReference } from "../../../src/domain/row/reference"
import type {
  HoldRequest,
  NewCardTransaction,
} from "../../../src/modules/subscriptions/card-bindings"
import type { Card, CardTransaction } from "../../../src/modules/subscriptions/card-rows"
import type { NewCard } from "../../../src/modules/subscriptions/cards"
import type { CardDeps } from "../../../src/settlement/card-calls"
import { captureOnCard } from "../../../src/settlement/card-capture"
import { holdOnCard } from "../../../src/settlement/card-hold"
import { CANARY } from "../personal-data"
import type { Modules } from "./modules"

/** A hold as a payment session asks for it. */
type WantedHold = HoldRequest & NewCardTransaction

/** How a payment by card differs from the usual one. */
export interface WantedCard extends Partial<WantedHold> {
  /**
   * Of the sandbox's test cards: what the shopper's new card is. Without effect beside `card_id`.
   */
  token?: string
  /** Whether the shopper agrees that it is kept; they do, unless said otherwise. */
  save_card?: boolean
}

/** Payments by card as the provider makes them, without the Medusa that would ask for them. */
export class CardTill {
  private made = 0

  constructor(private readonly modules: Modules) {}

  get deps(): CardDeps {
    const { subscriptions, gateway, ledger } = this.modules
    return { subscriptions, gateway, ledger, options: gateway.options }
  }

  /**
   * Of a collection, a session and a cart of its own, unless the wish names others; `card`: null
   * for a kept one.
   */
  wanted({ token = "tok_test_approved", save_card = true, ...wanted }: WantedCard = {}): {
    values: WantedHold
    card: NewCard | null
  } {
    const { cardTransactions, cards } = this.modules.subscriptions
    const number = ++this.made
    const values: WantedHold = {
      id: cardTransactions.newId(),
      account: "co",
      provider_id: "pp_payin-card_co",
      card_id: cards.newId(),
      reference: newReference("card"),
      payment_collection_id: `paycol_${number}`,
      session_id: `payses_${number}`,
      cart_id: `cart_${number}`,
      order_id: null,
      customer_id: null,
      currency: "COP",
      order_amount: majorAmount("60000"),
      amount: majorAmount("60000"),
      tax: majorAmount("0"),
      ...wanted,
    }
    return {
      values,
      card: wanted.card_id === undefined ? newCard(values, { token, save_card }) : null,
    }
  }

  /** What a session wants, which an earlier hold may serve. */
  hold(wanted: WantedCard = {}): HoldRequest {
    const { account, payment_collection_id, session_id, currency, order_amount } =
      this.wanted(wanted).values
    return { account, payment_collection_id, session_id, currency, order_amount }
  }

  /** A card was chosen, and nobody asked for it yet. */
  async chosen(wanted: WantedCard = {}): Promise<CardTransaction> {
    const { values, card } = this.wanted(wanted)
    return there(await this.modules.subscriptions.cardBindings.open(values, card))
  }

  /** Money that the service holds. */
  async held(wanted: WantedCard = {}): Promise<CardTransaction> {
    const { transaction } = await holdOnCard(this.deps, await this.chosen(wanted))
    expect(transaction.status).toBe("authorized")
    return transaction
  }

  /** A card that is being asked: the call has left, and nobody answered yet. */
  async asked(wanted: WantedCard = {}): Promise<CardTransaction> {
    const { cardTransactions } = this.modules.subscriptions
    const claimed = there(await cardTransactions.claim((await this.chosen(wanted)).id))
    await cardTransactions.sending(claimed, async () => undefined)
    return this.row(claimed.id)
  }

  /** A hold that was asked for, and whose answer did not come. */
  async unanswered(wanted: WantedCard = {}): Promise<CardTransaction> {
    const { id } = await this.asked(wanted)
    await this.modules.subscriptions.cardMoves.move(id, { to: "unknown", cause: "unclear" })
    return this.row(id)
  }

  /** A capture of the whole, while its call is under way. */
  async beingTaken(wanted: WantedCard = {}): Promise<CardTransaction> {
    const { cardMoves } = this.modules.subscriptions
    const { id, amount } = await this.asked(wanted)
    const facts = { transaction_id: `held-${id}` }
    await cardMoves.move(id, { to: "authorized", cause: "answered", facts })
    const values = { capture_amount: amount }
    await cardMoves.move(id, { to: "capturing", cause: "claimed", values })
    return this.row(id)
  }

  /** A capture of the whole whose answer did not come. */
  async takenUnanswered(wanted: WantedCard = {}): Promise<CardTransaction> {
    const { id } = await this.beingTaken(wanted)
    const step = { to: "capture_unknown", cause: "unclear" } as const
    await this.modules.subscriptions.cardMoves.move(id, step)
    return this.row(id)
  }

  /** Money that the service took, the whole of what was held. */
  async taken(wanted: WantedCard = {}): Promise<CardTransaction> {
    const held = await this.held(wanted)
    const { transaction } = await captureOnCard(this.deps, held.id, held.amount)
    expect(transaction.status).toBe("captured")
    return transaction
  }

  /** A card that the service keeps, by a name that the test invents, and that pays nothing. */
  async kept(wanted: WantedCard = {}): Promise<Card> {
    const { cards, cardMoves } = this.modules.subscriptions
    const { id, card_id } = await this.chosen(wanted)
    await cardMoves.move(id, { to: "declined", cause: "refused" })
    return cards.made(card_id, `sub_of_${card_id}`)
  }

  async row(id: string): Promise<CardTransaction> {
    return this.modules.subscriptions.cardTransactions.present(id)
  }

  async card(id: string): Promise<Card> {
    return this.modules.subscriptions.cards.present(id)
  }
}

/** What has to be there for a test to go on. */
export function there<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) {
    throw new Error("nothing is there")
  }
  return value
}

function newCard(
  { card_id, ...of }: WantedHold,
  given: Pick<NewCard, "token" | "save_card">
): NewCard {
  const { account, session_id, customer_id } = of
  return {
    ...{ id: card_id, account, session_id, customer_id, ...given },
    plan_name: "Compra",
    periodicity: "custom",
    brand: "VISA",
    last_four: "1111",
    customer_data: CANARY.co,
  }
}
