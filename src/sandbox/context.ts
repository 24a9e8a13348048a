import type { CardDesk } from "./cards/desk"
import type { Clock } from "./clock"
import type { Credentials } from "./credentials"
import type { Faults } from "./faults"
import type { Journal } from "./journal"
import type { Notifier } from "./notifications"
import type { Outcomes } from "./outcomes"
import type { PayoutOutcomes } from "./payout-outcomes"
import type { Behaviour, Settings } from "./settings"
import type { Store } from "./store"

/** What the rooms of one running sandbox share. */
export interface Context {
  readonly settings: Settings
  /** Replaced as a whole by `configure`; always read through the context. */
  behaviour: Behaviour
  /** What `reset` goes back to. */
  readonly firstBehaviour: Behaviour
  readonly clock: Clock
  readonly store: Store
  readonly journal: Journal
  readonly faults: Faults
  readonly notifier: Notifier
  readonly outcomes: Outcomes
  readonly payoutOutcomes: PayoutOutcomes
  readonly credentials: Credentials
  readonly cards: CardDesk
  /** Where the server listens; null before it does. */
  address: string | null
}

/** The card-payment API has a base address of its own (docs/service.md#addresses). */
export const CARD_PATH = "/card"

/** Address of the hosted pages, without a slash at the end. */
export function publicUrl(context: Context): string {
  return (context.settings.publicUrl ?? context.address ?? "").replace(/\/+$/, "")
}
