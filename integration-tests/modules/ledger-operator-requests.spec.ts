import { randomBytes } from "node:crypto"
import { createSealer } from "../../src/domain/privacy/seal"
import {
  OperatorRequests,
  type OperatorAsk,
  type Undertaking,
} from "../../src/modules/ledger/operator-requests"
import { withModules } from "../support/modules/modules"
import { together } from "../support/modules/together"
import { CANARY } from "../support/personal-data"

const ASK: OperatorAsk = {
  key: "key-1",
  method: "POST",
  path: "/admin/payin/payouts",
  body: { amount: "1000", destination: { bank: "1007", account_number: "0098" } },
  actor_id: "user_1",
}
const MADE = { status: 200, body: { payout: { id: "payout_1" } } }

withModules("a request under an Idempotency-Key", {}, (modules) => {
  const requests = () => modules.ledger.operatorRequests

  async function begun(ask = ASK): Promise<Undertaking> {
    const begin = await requests().begin(ask)
    if (begin.state !== "begun") {
      throw new Error(`the request is ${begin.state}`)
    }
    return begin.undertaking
  }

  it("is carried out once, and a repeat gets the same answer a year later", async () => {
    const undertaking = await begun()
    expect(undertaking.resumed).toBe(false)
    expect(await requests().finish(undertaking, MADE)).toEqual(MADE)
    await modules.advance(365 * 24 * 3600)
    expect(await requests().begin(ASK)).toEqual({ state: "answered", answer: MADE })
  })

  it("has the same id in a restored backup that lost it, and another one in another store", async () => {
    const { id } = await begun()
    await modules.pg("payin_operator_request").delete()
    expect(await begun()).toMatchObject({ id, resumed: false })
    const sealer = createSealer(randomBytes(32).toString("base64"))
    await modules.pg("payin_operator_request").delete()
    const other = await new OperatorRequests(modules.pg, sealer).begin(ASK)
    expect(other).toMatchObject({ state: "begun" })
    expect(other).not.toMatchObject({ undertaking: { id } })
  })

  it("is begun once when it is sent eight times at the same moment", async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => requests().begin(ASK)))
    const states = all.map(({ state }) => state)
    expect(states.filter((state) => state === "begun")).toHaveLength(1)
    expect(states.filter((state) => state === "under_way")).toHaveLength(7)
  })

  it("is the same request when the keys of its body are in another order", async () => {
    await begun()
    const body = { destination: { account_number: "0098", bank: "1007" }, amount: "1000" }
    expect(await requests().begin({ ...ASK, body })).toEqual({ state: "under_way" })
  })

  it.each([
    ["another body", { body: { amount: "1001" } }],
    ["another list", { body: [2, 1] }],
    ["another address", { path: "/admin/payin/payouts/payout_1/approve" }],
    ["another method", { method: "DELETE" }],
  ])("is refused with %s, before and after the first was answered", async (_, other) => {
    const undertaking = await begun()
    expect(await requests().begin({ ...ASK, ...other })).toEqual({ state: "other_request" })
    await requests().finish(undertaking, MADE)
    expect(await requests().begin({ ...ASK, ...other })).toEqual({ state: "other_request" })
  })

  it("is another request when a list in its body is in another order", async () => {
    await begun({ ...ASK, body: [1, 2] })
    expect(await requests().begin({ ...ASK, body: [2, 1] })).toEqual({ state: "other_request" })
  })

  it("is resumed under the same id when the process that began it died", async () => {
    const first = await begun()
    await modules.advance(90)
    expect(await requests().begin(ASK)).toEqual({ state: "under_way" })
    await modules.advance(31)
    const second = await begun()
    expect(second).toMatchObject({ id: first.id, resumed: true })
    expect(second.lease).not.toBe(first.lease)
  })

  it("is resumed by one of two processes at the same moment", async () => {
    await begun()
    await modules.advance(121)
    const update = { table: "payin_operator_request", event: "update" } as const
    const both = await together(modules.pg, update, () => requests().begin(ASK))
    expect(both.map(({ state }) => state).sort()).toEqual(["begun", "under_way"])
  })

  it("gives a try whose lease ran out the answer of the try that resumed it", async () => {
    const first = await begun()
    await modules.advance(121)
    await requests().finish(await begun(), MADE)
    const late = { status: 200, body: { payout: { id: "payout_2" } } }
    expect(await requests().finish(first, late)).toEqual(MADE)
    expect(await requests().begin(ASK)).toEqual({ state: "answered", answer: MADE })
  })

  it("can be sent again at once when nothing was decided", async () => {
    const first = await begun()
    await requests().release(first)
    expect(await begun()).toMatchObject({ id: first.id, resumed: true })
  })

  it("is not released by a try whose lease ran out, nor once it is answered", async () => {
    const first = await begun()
    await modules.advance(121)
    const second = await begun()
    await requests().release(first)
    expect(await requests().begin(ASK)).toEqual({ state: "under_way" })
    await requests().finish(second, MADE)
    await requests().release(second)
    expect(await requests().begin(ASK)).toEqual({ state: "answered", answer: MADE })
  })

  it("is the same request after a change of the encryption key while the earlier key is listed", async () => {
    const first = await begun()
    const fresh = randomBytes(32).toString("base64")
    const both = `${fresh},${CANARY.encryption_key}`
    const under = (keys: string, ask = ASK) =>
      new OperatorRequests(modules.pg, createSealer(keys)).begin(ask)
    expect(await under(both)).toEqual({ state: "under_way" })
    expect(await under(fresh)).toEqual({ state: "other_request" })
    await requests().finish(first, MADE)
    expect(await under(both)).toEqual({ state: "answered", answer: MADE })
    expect(await under(both, { ...ASK, body: { a: 2 } })).toEqual({ state: "other_request" })
    expect(await under(fresh)).toEqual({ state: "other_request" })
  })

  it("stores nothing of its body, and an account only encrypted", async () => {
    const { id } = await begun()
    const destination = CANARY.refund_destination
    await requests().keepDestination(id, destination)
    const row = await modules.pg("payin_operator_request").where({ id }).first()
    expect(JSON.stringify(row)).not.toContain(destination.account_number)
    expect(JSON.stringify(row)).not.toContain("0098")
    const context = { table: "payin_operator_request", row: id, column: "destination_sealed" }
    const { sealer } = modules.ledger
    expect(JSON.parse(sealer.open(row.destination_sealed, context))).toEqual(destination)
    expect(row.sealed_with).toBe(sealer.key_ids[0])
  })
})
