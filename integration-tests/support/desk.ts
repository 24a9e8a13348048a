import { randomUUID } from "node:crypto"
import type { Agent } from "supertest"
import type { AdminAnomaly } from "../../src/api/admin/payin/anomaly-types"
import type { AnomalyKind } from "../../src/domain/anomaly/kinds"
import { majorAmount } from "../../src/domain/money/amount"
import type { Shop } from "./shop"

/** An operator's post to resolve an anomaly. */
export interface PostedDecision {
  action: string
  note?: string
  destination?: Record<string, unknown>
  amount?: string
}

/** One person decides about any amount of money that came in, until the end of the test. */
export function decidesAlone(shop: Shop): void {
  const enough = majorAmount("50000000")
  Object.assign(shop.gateway.options, { approvalAbove: { COP: enough, PEN: enough } })
}

/** An operator in the admin where anomalies are resolved. */
export class Desk {
  private constructor(
    readonly shop: Shop,
    readonly http: Agent
  ) {}

  /** Of somebody who needs no second person to accept money. */
  static async open(shop: Shop): Promise<Desk> {
    decidesAlone(shop)
    return Desk.ofOne(shop)
  }

  /** Of one person of several, as the store's own limit says. */
  static async ofOne(shop: Shop): Promise<Desk> {
    return new Desk(shop, await shop.admin())
  }

  /** Of somebody who is signed in already. */
  static by(shop: Shop, http: Agent): Desk {
    return new Desk(shop, http)
  }

  /** Waits for the open anomaly of a kind, as the admin shows it. */
  async find(kind: AnomalyKind): Promise<AdminAnomaly> {
    return this.shop.until(async () => {
      const { body } = await this.http
        .get("/admin/payin/anomalies")
        .query({ kind, status: "open" })
        .expect(200)
      const found: AdminAnomaly[] = body.anomalies
      return found.at(0) ?? null
    })
  }

  /** The anomaly as it is now. */
  async look(id: string): Promise<AdminAnomaly> {
    const { body } = await this.http.get(`/admin/payin/anomalies/${id}`).expect(200)
    return body.anomaly
  }

  resolve(id: string, decision: PostedDecision, key: string = randomUUID()) {
    return this.http
      .post(`/admin/payin/anomalies/${id}/resolve`)
      .set("Idempotency-Key", key)
      .send({ note: "Looked at with the shopper.", ...decision })
  }

  /** Resolves the anomaly and returns it; fails when it is refused. */
  async decide(id: string, decision: PostedDecision, key?: string): Promise<AdminAnomaly> {
    const answer = await this.resolve(id, decision, key)
    expect([answer.status, answer.body]).toEqual([200, { anomaly: expect.anything() }])
    return answer.body.anomaly
  }

  /** Cancels the payout of a decision. */
  cancelPayout(id: string | null, note: string) {
    return this.http
      .post(`/admin/payin/payouts/${id}/cancel`)
      .set("Idempotency-Key", randomUUID())
      .send({ note })
  }

  /** Tries to resolve it and returns the reason of the 409. */
  async refused(id: string, decision: PostedDecision, key?: string): Promise<string> {
    const answer = await this.resolve(id, decision, key)
    expect([answer.status, answer.body.type]).toEqual([409, "conflict"])
    return answer.body.message
  }
}
