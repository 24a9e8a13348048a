import {
  cardProviderId,
  isCardProvider,
  isOurProvider,
  isPayInProvider,
  payInProviderId,
  providerIdsOf,
} from "../provider-id"

describe("the plugin's provider ids in Medusa", () => {
  it("distinguish payment page and cards, also for an account id that looks like a card provider", () => {
    expect(providerIdsOf("co")).toEqual(["pp_payin_co", "pp_payin-card_co"])
    const ids = [payInProviderId("card_co"), cardProviderId("co"), "pp_stripe_stripe", "pp_payin"]
    expect(ids.map(isPayInProvider)).toEqual([true, false, false, false])
    expect(ids.map(isCardProvider)).toEqual([false, true, false, false])
    expect(ids.map(isOurProvider)).toEqual([true, true, false, false])
  })
})
