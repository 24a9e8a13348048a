import type {
  StoreBank,
  StoreMethod,
  StoreSavedCardsAnswer,
  StoreSessionAnswer,
} from "../../src/api/store/payin/types"
import type { StoreSubscription } from "../../src/api/store/payin/subscriptions/shown"
import type { SessionField } from "../../src/domain/privacy/customer-data"
import type { SessionData } from "../../src/domain/session/data"
import type {
  PayInBank,
  PayInField,
  PayInMethod,
  PayInPaymentStatus,
  PayInSavedCard,
  PayInSession,
  PayInSubscription,
} from "../../src/storefront/client"

/** Everything that a route answers fits what the client promises, key by key. */
type Fits<Answer, Promised> = Answer extends Promised
  ? Exclude<keyof Answer, keyof Promised> extends never
    ? true
    : never
  : never

// The package knows nothing of the plugin. The compiler says here when a route answers more, or otherwise.
const FITTING: {
  bank: Fits<StoreBank, PayInBank>
  method: Fits<StoreMethod, PayInMethod>
  field: Fits<SessionField, PayInField>
  session: Fits<SessionData, PayInSession>
  status: Fits<StoreSessionAnswer, PayInPaymentStatus>
  card: Fits<StoreSavedCardsAnswer["saved_cards"][number], PayInSavedCard>
  subscription: Fits<StoreSubscription, PayInSubscription>
} = {
  bank: true,
  method: true,
  field: true,
  session: true,
  status: true,
  card: true,
  subscription: true,
}

describe("the types of the storefront's client", () => {
  it("are those of the routes", () => {
    expect(Object.values(FITTING)).not.toContain(false)
  })
})
