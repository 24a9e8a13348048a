import { CardStore } from "./card-store"
import { Tokens } from "./tokens"
import type { CardWebhooks } from "./webhooks"

/** What the card-payment API keeps. */
export class CardDesk {
  readonly store = new CardStore()
  readonly tokens = new Tokens()

  constructor(readonly webhooks: CardWebhooks) {}

  reset(): void {
    this.store.reset()
    this.tokens.reset()
    this.webhooks.reset()
  }
}
