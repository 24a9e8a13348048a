import type { GatewayOperation } from "./errors"

export interface Consequence {
  mayHaveHappened: boolean
  safeToRepeat: boolean
}

type AmbiguousOutcome = Consequence & { advice: string }

const READ: AmbiguousOutcome = {
  mayHaveHappened: false,
  safeToRepeat: true,
  advice: "nothing can be said; ask again later",
}
const CREATED: AmbiguousOutcome = {
  mayHaveHappened: true,
  safeToRepeat: false,
  advice: "it may have happened: look it up by its reference, do not send it again",
}
// A card cannot be looked up (docs/service.md#no-card-lookup).
const MONEY_OF_A_CARD: AmbiguousOutcome = {
  mayHaveHappened: true,
  safeToRepeat: false,
  advice:
    "it may have happened, and cards cannot be looked up: wait for its webhook, do not send it again",
}

/**
 * Ambiguous outcome: the meaning of a sent call without a clear answer. Only calls that may have
 * happened leave something at the service; the others only read.
 */
export const AMBIGUOUS_OUTCOMES: Readonly<Record<GatewayOperation, AmbiguousOutcome>> = {
  "payin.create": CREATED,
  "payout.create": CREATED,
  "transaction.lookup": READ,
  "merchant.profile": READ,
  "pse.banks": READ,
  "breb.resolve": READ,
  "card.create": {
    mayHaveHappened: true,
    safeToRepeat: false,
    advice: "a subscription may exist, but it holds no money: make a new one with a new token",
  },
  "card.authorize": MONEY_OF_A_CARD,
  "card.renew": MONEY_OF_A_CARD,
  "card.capture": MONEY_OF_A_CARD,
  // Cancel is idempotent (docs/service.md#cancel).
  "card.cancel": {
    mayHaveHappened: true,
    safeToRepeat: true,
    advice: "it may have happened; cancel it again, which does no harm",
  },
}

export function changesSomething(operation: GatewayOperation): boolean {
  return AMBIGUOUS_OUTCOMES[operation].mayHaveHappened
}

export function isCardCall(operation: GatewayOperation): boolean {
  return operation.startsWith("card.")
}
