import { randomUUID } from "node:crypto"
import type { Agent, Response } from "supertest"
import type { AdminPayout, AdminPayoutDetail } from "../../src/api/admin/payin/payout-types"
import { submitPayouts, watchPayouts } from "../../src/workflows/payout"
import { CANARY } from "./personal-data"
import type { Shop } from "./store-under-test"

const ROOT = "/admin/payin/payouts"

/** Whole details of an account in Colombia, as an operator posts them. */
export const DESTINATION = {
  ...CANARY.co,
  bank: "BANCOLOMBIA",
  account_number: CANARY.refund_destination.account_number,
  account_type: "AHORRO",
}

/** What must stand in no answer but that of `reveal`. */
export const SECRETS = [DESTINATION.account_number, DESTINATION.legal_doc, DESTINATION.phone_number]

export const ORDERED = {
  amount: "150000",
  currency_code: "COP",
  payment_method: "BANK_TRANSFER",
  destination: DESTINATION,
}

/** Operators who make payouts, and a second person who approves them. */
export class PayoutDesk {
  private constructor(
    readonly shop: Shop,
    readonly maker: Agent,
    readonly checker: Agent
  ) {}

  static async open(shop: Shop): Promise<PayoutDesk> {
    return new PayoutDesk(shop, await shop.admin(), await shop.admin())
  }

  post(path: string, body: object, key: string = randomUUID(), by: Agent = this.maker) {
    return by.post(`${ROOT}${path}`).set("Idempotency-Key", key).send(body)
  }

  /** Makes a payout and answers it; fails when it is refused. */
  async make(change: object = {}): Promise<AdminPayout> {
    const answer = await this.post("", { ...ORDERED, ...change })
    expect([answer.status, answer.body]).toEqual([201, { payout: expect.anything() }])
    return answer.body.payout
  }

  /** A person's try to approve the payout as they see it now. */
  async tryApprove(id: string, by: Agent = this.checker): Promise<Response> {
    const { version } = await this.look(id)
    return this.post(`/${id}/approve`, { version }, undefined, by)
  }

  async approve(id: string): Promise<AdminPayout> {
    const answer = await this.tryApprove(id)
    expect([answer.status, answer.body.message]).toEqual([200, undefined])
    return answer.body.payout
  }

  /** Makes a payout, has it approved and sends it to a service with enough money. */
  async sent(change: object = {}): Promise<AdminPayoutDetail> {
    this.shop.sandbox.setWallet(CANARY.service.merchant_id, 10_000_000)
    const { id } = await this.make(change)
    await this.approve(id)
    return this.reaches(id, "pending")
  }

  async look(id: string): Promise<AdminPayoutDetail> {
    const { body } = await this.maker.get(`${ROOT}/${id}`).expect(200)
    return body.payout
  }

  /** Runs what a worker does every few seconds until the payout stands there. */
  async reaches(id: string, status: AdminPayout["status"]): Promise<AdminPayoutDetail> {
    return this.shop.until(async () => {
      await submitPayouts(this.shop.container)
      await watchPayouts(this.shop.container)
      const payout = await this.look(id)
      return payout.status === status ? payout : null
    })
  }
}
