import { randomUUID } from "node:crypto"
import { majorAmount } from "../../src/domain/money"
import type { PayoutDestination } from "../../src/domain/payout-destination"
import { operator, type Actor } from "../../src/domain/payout-actor"
import type { NewPayout } from "../../src/modules/payouts/payouts"
import type { Attempt, Payout } from "../../src/modules/payouts/rows"
import type { PayInPayoutsService } from "../../src/modules/payouts/service"
import type { PayoutView } from "../../src/sandbox/views"
import { releasePayouts } from "../../src/workflows/payout"
import { submitAccount } from "../../src/workflows/payout/submit"
import { watchAccount } from "../../src/workflows/payout/watch"
import { CANARY } from "./personal-data"
import type { Shop } from "./shop"

/** Where the money of these tests goes to: an account that the sandbox knows the bank of. */
export const DESTINATION: PayoutDestination = {
  ...CANARY.co,
  bank: "BANCOLOMBIA",
  account_number: CANARY.refund_destination.account_number,
  account_type: "AHORRO",
}

export const MAKER: Actor = operator("user", "user_maker")
export const CHECKER: Actor = operator("user", "user_checker")

/** Money that goes out of a store under test: what the store knows of it, and what the service does. */
export class Treasury {
  constructor(private readonly shop: Shop) {}

  get payouts(): PayInPayoutsService {
    return this.shop.container.resolve<PayInPayoutsService>("payinPayouts")
  }

  /** Sets the balance at the service, in pesos. */
  fill(pesos: number): void {
    this.shop.sandbox.setWallet(CANARY.service.merchant_id, pesos)
  }

  /** Whether anything is sent. */
  send(enabled: boolean): void {
    Object.assign(this.shop.gateway.options.payouts, { enabled })
  }

  /** A payout of an operator, in pesos; below the limit it is queued at once. */
  make(pesos: number, columns: Partial<NewPayout> = {}): Promise<Payout> {
    return this.payouts.payouts.create(
      {
        account: "co",
        country: "CO",
        currency: "COP",
        amount: majorAmount(pesos),
        payment_method: "BANK_TRANSFER",
        source: "operator",
        source_id: randomUUID(),
        destination: DESTINATION,
        ...columns,
      },
      MAKER
    )
  }

  /** Does what a worker does every few seconds: all that was due is done afterwards. */
  async run(): Promise<void> {
    const { container, gateway } = this.shop
    const until = performance.now() + 20_000
    await releasePayouts(container)
    await Promise.all(
      gateway.options.accounts.flatMap(({ id }) => [
        submitAccount(container, id, until),
        watchAccount(container, id, until),
      ])
    )
  }

  /** Runs it once more after so many seconds went by, here and at the service. */
  async runIn(seconds: number): Promise<void> {
    this.shop.advanceClock(seconds * 1000)
    await this.shop.sandbox.advanceClock(seconds * 1000)
    await this.run()
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

  /** Lets that much time go by, with a worker that runs every minute. */
  async pass(minutes: number): Promise<void> {
    for (let minute = 0; minute < minutes; minute++) {
      await this.runIn(60)
    }
  }

  async payout(id: string): Promise<Payout> {
    const payout = await this.payouts.payouts.find(id)
    if (payout === null) {
      throw new Error(`there is no payout ${id}`)
    }
    return payout
  }

  /** Every reference under which a payout was sent, the oldest first. */
  attempts(id: string): Promise<Attempt[]> {
    return this.payouts.attempts.ofPayout(id)
  }

  async attempt(id: string): Promise<Attempt> {
    const newest = (await this.attempts(id)).at(-1)
    if (newest === undefined) {
      throw new Error(`payout ${id} was never sent`)
    }
    return newest
  }

  /** What the service took of a payout, by its own record. */
  taken(id: string): PayoutView[] {
    return this.shop.sandbox
      .payouts({ limit: 1000 })
      .filter(({ metadata }) => metadata.payout_id === id)
  }

  /** Waits until a payout is in a state. */
  reaches(id: string, status: Payout["status"]): Promise<Payout> {
    return this.shop.until(async () => {
      const payout = await this.payout(id)
      return payout.status === status ? payout : null
    })
  }
}
