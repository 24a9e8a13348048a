import { randomUUID } from "node:crypto"
import type { MedusaContainer } from "@medusajs/framework/types"
import { majorAmount } from "../../src/domain/money/amount"
import { user, type Actor, type Operator } from "../../src/domain/payout/actor"
import type { PayoutDestination } from "../../src/domain/payout/destination"
import type { Decided } from "../../src/modules/payouts/decisions"
import type { PayInGatewayService } from "../../src/modules/gateway/service"
import type { NewPayout } from "../../src/modules/payouts/payouts"
import type { Attempt, Payout } from "../../src/modules/payouts/rows"
import type { PayInPayoutsService } from "../../src/modules/payouts/service"
import type { Sandbox } from "../../src/sandbox"
import type { PayoutView } from "../../src/sandbox/views"
import { releasePayouts, resendPayout, retryPayout } from "../../src/workflows/payout"
import { submitAccount } from "../../src/workflows/payout/submit"
import { watchAccount } from "../../src/workflows/payout/watch"
import { CANARY } from "./personal-data"

/** Where the money of these tests goes to: an account that the sandbox knows the bank of. */
export const DESTINATION = {
  ...CANARY.co,
  bank: "BANCOLOMBIA",
  account_number: CANARY.refund_destination.account_number,
  account_type: "AHORRO",
} satisfies PayoutDestination

/** A user who was there long before any payout. */
export const colleague = (id: string): Operator =>
  user(id, { email: `${id}@example.com`, created_at: new Date(0), earlier: [] })

export const MAKER: Operator = colleague("user_maker")
export const CHECKER: Operator = colleague("user_checker")

/** Who pays out: our modules alone, or a whole store. */
export interface Payer {
  readonly container: MedusaContainer
  readonly gateway: PayInGatewayService
  readonly payouts: PayInPayoutsService
  readonly sandbox: Sandbox
  /** Moves the plugin's clock and the service's forward. */
  advance(seconds: number): Promise<void>
}

/** Makes payouts, and does to them what the job does every few seconds, when the test says so. */
export class PayoutWorker {
  constructor(private readonly payer: Payer) {}

  get payouts(): PayInPayoutsService {
    return this.payer.payouts
  }

  /** Sets the balance at the service, in pesos. */
  fill(pesos: number): void {
    this.payer.sandbox.setWallet(CANARY.service.merchant_id, pesos)
  }

  /** A payout of an operator, in pesos; below the limit it is queued at once. */
  make(pesos: number, columns: Partial<NewPayout> = {}, actor: Actor = MAKER): Promise<Payout> {
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
      actor
    )
  }

  /**
   * Looks at what is held, asks about what was sent and sends what is due, once each. The job does
   * the last two at once. Here one follows the other so that every run of a test is the same.
   */
  async run(): Promise<void> {
    const { container, gateway } = this.payer
    const accounts = gateway.options.accounts.map(({ id }) => id)
    await releasePayouts(container, Infinity)
    await Promise.all(accounts.map((id) => watchAccount(container, id, Infinity)))
    await Promise.all(accounts.map((id) => submitAccount(container, id, Infinity)))
  }

  /** The same once so many seconds went by, here and at the service. */
  async runIn(seconds: number): Promise<void> {
    await this.payer.advance(seconds)
    await this.run()
  }

  /** Lets that much time go by, with a worker that runs so often in it. */
  async pass(minutes: number, everyMinutes = 1): Promise<void> {
    for (let passed = 0; passed < minutes; passed += everyMinutes) {
      await this.runIn(60 * everyMinutes)
    }
  }

  /** An operator's wish to send an unanswered payout once more. */
  resend(payout_id: string) {
    const request = { payout_id, actor: MAKER, request_id: randomUUID() }
    return resendPayout(this.payer.container, request)
  }

  /** An operator's wish to send a rejected payout under a new reference. */
  retry(payout_id: string) {
    const request = { payout_id, actor: MAKER, request_id: randomUUID() }
    return retryPayout(this.payer.container, request)
  }

  /** Sends the money elsewhere: the known account, with other fields. */
  redirect(id: string, fields: Partial<PayoutDestination>) {
    const destination = { ...DESTINATION, ...fields }
    const given = { destination, payment_method: "BANK_TRANSFER", other_person: false }
    return this.payouts.decisions.giveDestination(id, given, MAKER)
  }

  /** A person approves the payout as it is now. */
  async approve(id: string, by: Actor = CHECKER): Promise<Decided> {
    const { version } = await this.payout(id)
    return this.payouts.decisions.approve(id, by, version)
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
    return this.payer.sandbox
      .payouts({ limit: 1000 })
      .filter(({ metadata }) => metadata.payout_id === id)
  }

  /** How often the service was told to pay. */
  sends(): number {
    return this.payer.sandbox.counters().payout
  }
}
