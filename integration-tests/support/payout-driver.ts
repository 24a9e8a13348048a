import type { PayInPayoutsService } from "../../src/modules/payouts/service"
import type { Payout } from "../../src/modules/payouts/rows"
import { PayoutWorker, type Payer } from "./payout-worker"
import type { Shop } from "./shop"

export { CHECKER, colleague, DESTINATION, MAKER } from "./payout-worker"

/**
 * Money that goes out of a store under test: what the store knows of it, and what the service does.
 */
export class PayoutDriver extends PayoutWorker {
  constructor(private readonly shop: Shop) {
    super(payerOf(shop))
  }

  /** Whether anything is sent. */
  send(enabled: boolean): void {
    Object.assign(this.shop.gateway.options.payouts, { enabled })
  }

  /** As {@link runIn}, until a payout is in a state, in as many runs as that takes. */
  async bringIn(seconds: number, id: string, status: Payout["status"]): Promise<Payout> {
    await this.runIn(seconds)
    return this.shop.until(async () => {
      const payout = await this.payout(id)
      if (payout.status === status) {
        return payout
      }
      await this.run()
      return null
    })
  }

  /** Waits until a payout is in a state. */
  reaches(id: string, status: Payout["status"]): Promise<Payout> {
    return this.shop.until(async () => {
      const payout = await this.payout(id)
      return payout.status === status ? payout : null
    })
  }
}

/** A store is there only once its suite runs. */
function payerOf(shop: Shop): Payer {
  return {
    get container() {
      return shop.container
    },
    get gateway() {
      return shop.gateway
    },
    get payouts() {
      return shop.container.resolve<PayInPayoutsService>("payinPayouts")
    },
    sandbox: shop.sandbox,
    async advance(seconds) {
      shop.advanceClock(seconds * 1000)
      await shop.sandbox.advanceClock(seconds * 1000)
    },
  }
}
