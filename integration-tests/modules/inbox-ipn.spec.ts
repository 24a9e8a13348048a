import type { IncomingIpn } from "../../src/api/hooks/incoming"
import { receiveIpn } from "../../src/api/hooks/receive-ipn"
import { COPIES_AT_ONCE, SESSION_POLL_SECONDS } from "../../src/domain/session/poll-throttle"
import { hashIpnKey, newIpnKey } from "../../src/domain/row/reference"
import type { Transaction } from "../../src/modules/ledger/rows"
import { closeGate } from "../support/gate"
import { withModules } from "../support/modules/modules"
import { PayIns } from "../support/modules/payin"
import { signatureOf } from "../support/notification"
import { CANARY } from "../support/personal-data"

const KEY = newIpnKey()

withModules("a notification that comes in", {}, (modules) => {
  const payIns = new PayIns(modules)
  const kept = async () => modules.pg("payin_event").orderBy("created_at")
  const pending = () => payIns.pending({ ipn_key_hash: hashIpnKey(KEY) })

  /** What the service would post about a pay-in, with changes. */
  function notice(row: Transaction, change: Record<string, unknown> = {}): IncomingIpn {
    const body = {
      ...{ top_status: "APPROVED", top_ticket: row.ticket, top_reference: row.reference },
      ...change,
    }
    const raw = Buffer.from(JSON.stringify(body))
    return { reference: row.reference, key: KEY, account: null, signature: undefined, raw }
  }
  const post = async (incoming: IncomingIpn) =>
    (await receiveIpn(modules.container, incoming)).status

  it("is kept under its payment, without the shopper's data and the key", async () => {
    const row = await pending()
    const person = { top_user: CANARY.co, top_user_email: CANARY.co.email }
    const top_card = { brand: "VISA", last_four: "1111", number: "4111111111111111" }
    expect(await post(notice(row, { ...person, top_card }))).toBe(202)
    const [event] = await kept()
    expect(event).toMatchObject({
      ...{ source: "ipn", type: "APPROVED", reference: row.reference, transaction_id: row.id },
      ...{ account: "co", signature: "missing", status: "received" },
      payload: { top_status: "APPROVED", top_reference: row.reference },
    })
    for (const secret of [KEY, "4111111111111111", CANARY.co.legal_doc, CANARY.co.email]) {
      expect(JSON.stringify(event)).not.toContain(secret)
    }
  })

  it("is answered after it is stored", async () => {
    const row = await pending()
    const gate = await closeGate(modules.pg, { table: "payin_event", event: "insert" })
    const answer = post(notice(row))
    await gate.arrived()
    expect(await Promise.race([answer, Promise.resolve("no answer yet")])).toBe("no answer yet")
    await gate.open()
    expect(await answer).toBe(202)
  })

  it("requests a lookup of its payment by ids alone", async () => {
    const row = await pending()
    await post(notice(row))
    const [{ id: event_id }] = await kept()
    expect(modules.bus.of("payin.prompted")).toEqual([
      { transaction_id: row.id, payout_attempt_id: null, event_id },
    ])
  })

  it("is stored although the event bus is down", async () => {
    modules.bus.fails = new Error("the bus is down")
    expect(await post(notice(await pending()))).toBe(202)
    expect(await kept()).toHaveLength(1)
  })

  it("is stored when its account was taken out or renamed, signed or not", async () => {
    const row = await payIns.pending({ account: "gone", ipn_key_hash: hashIpnKey(KEY) })
    const signature = signatureOf(row.ticket, row.reference)
    expect(await post({ ...notice(row), signature })).toBe(202)
    expect(await post(notice(row, { top_status: "REJECTED" }))).toBe(202)
    expect(await kept()).toMatchObject([
      { account: "gone", signature: "unchecked", status: "received" },
      { account: "gone", signature: "unchecked", status: "received" },
    ])
    expect(await post({ ...notice(row), key: newIpnKey() })).toBe(404)
    expect(await post({ ...notice(row), key: null, account: "gone", signature })).toBe(401)
  })

  it("of a payment that no row has is unknown, and kept for a worker only when it is signed", async () => {
    const row = await pending()
    await modules.pg("payin_transaction").where({ id: row.id }).delete()
    const signature = signatureOf(row.ticket, row.reference)
    const another = `pin_${"0".repeat(25)}`
    for (const unsigned of [
      notice(row),
      { ...notice(row), signature: "0".repeat(64) },
      { ...notice(row), raw: Buffer.from("nothing"), signature },
      { ...notice(row), reference: another, signature: signatureOf(row.ticket, another) },
    ]) {
      expect(await post(unsigned)).toBe(404)
    }
    expect(await kept()).toEqual([])
    expect(await post({ ...notice(row), signature })).toBe(404)
    expect(await post({ ...notice(row), signature })).toBe(404)
    const [event, ...more] = await kept()
    expect(more).toEqual([])
    expect(event).toMatchObject({
      ...{ source: "ipn", type: "APPROVED", reference: row.reference, transaction_id: null },
      ...{ account: "co", signature: "valid", status: "received" },
    })
    expect(modules.bus.of("payin.prompted")).toEqual([{ transaction_id: null, event_id: event.id }])
  })

  it("of a payment that no row has names each account whose token fits", async () => {
    const row = await pending()
    await modules.pg("payin_transaction").where({ id: row.id }).delete()
    const signature = signatureOf(row.ticket, row.reference)
    expect(await post({ ...notice(row), signature })).toBe(404)
    const fitting = modules.gateway.options.accounts.filter(({ token }) =>
      token.includes(CANARY.service.token)
    )
    const [event] = await kept()
    expect(event.payload.accounts).toEqual(fitting.map(({ id }) => id))
  })

  it.each(["", "as the service writes it"])(
    "finds its payment in another letter case, signed %s",
    async (asWritten) => {
      const row = await pending()
      const reference = row.reference.toUpperCase()
      const signature = signatureOf(row.ticket, asWritten === "" ? row.reference : reference)
      const standard = { key: null, account: "co", reference, signature }
      const answer = await post({ ...notice(row, { top_reference: reference }), ...standard })
      expect(answer).toBe(202)
      expect(await kept()).toMatchObject([
        {
          reference: row.reference,
          transaction_id: row.id,
          signature: "valid",
          status: "received",
        },
      ])
    }
  )

  it("of a payment that no row has is kept in our letter case", async () => {
    const row = await pending()
    await modules.pg("payin_transaction").where({ id: row.id }).delete()
    const reference = row.reference.toUpperCase()
    const signature = signatureOf(row.ticket, reference)
    const told = notice(row, { top_reference: reference })
    expect(await post({ ...told, key: null, account: "co", reference, signature })).toBe(404)
    expect(await kept()).toMatchObject([{ reference: row.reference }])
  })

  it("keeps a long ticket whole, and none that it would have to cut", async () => {
    const row = await pending()
    for (const top_ticket of ["t".repeat(200), "t".repeat(300)]) {
      expect(await post(notice(row, { top_ticket }))).toBe(202)
    }
    const tickets = (await kept()).map(({ payload }) => payload.top_ticket)
    expect(tickets.sort()).toEqual([null, "t".repeat(200)].sort())
  })

  it("is stored once, and its copies request a few lookups, and then one in some seconds, while its payment is not final", async () => {
    const row = await pending()
    const requests = () => modules.bus.of("payin.prompted").length
    const twenty = () => Promise.all(Array.from({ length: 20 }, () => post(notice(row))))
    expect(await post(notice(row))).toBe(202)
    expect(new Set(await twenty())).toEqual(new Set([202]))
    expect(await kept()).toHaveLength(1)
    expect(requests()).toBe(1 + COPIES_AT_ONCE)
    await twenty()
    expect(requests()).toBe(1 + COPIES_AT_ONCE)
    await modules.advance(SESSION_POLL_SECONDS + 0.1)
    await twenty()
    expect(requests()).toBe(2 + COPIES_AT_ONCE)

    await modules.advance(SESSION_POLL_SECONDS + 0.1)
    await payIns.said(row)
    await twenty()
    expect(requests()).toBe(2 + COPIES_AT_ONCE)
  })

  it("that nobody can read requests a lookup a few times, and then once in some seconds, whatever else its bytes are", async () => {
    const row = await pending()
    const unreadable = (text: string) => post({ ...notice(row), raw: Buffer.from(text) })
    await Promise.all(Array.from({ length: 20 }, (_, number) => unreadable(`nothing ${number}`)))
    expect(await kept()).toHaveLength(20)
    expect(modules.bus.of("payin.prompted")).toHaveLength(COPIES_AT_ONCE)
  })

  it("requests another lookup of a final payment when the same body comes a minute later, or was given up", async () => {
    const row = await pending()
    const { events } = modules.inbox
    const settle = async () => {
      for (const { id } of await events.claimDue(10)) {
        await events.processed(id)
      }
    }
    const requests = () => modules.bus.of("payin.prompted").length
    await payIns.said(row)
    await post(notice(row, { top_status: "REJECTED" }))
    await settle()
    await post(notice(row, { top_status: "REJECTED" }))
    expect(requests()).toBe(1)
    await modules.advance(61)
    await Promise.all([1, 2, 3].map(() => post(notice(row, { top_status: "REJECTED" }))))
    expect(requests()).toBe(2)
    await modules.pg("payin_event").update({ status: "dead", attempts: 13, next_attempt_at: null })
    await post(notice(row, { top_status: "REJECTED" }))
    expect(requests()).toBe(3)
    expect(await kept()).toMatchObject([{ status: "received", attempts: 0 }])
  })

  it("requests another lookup of a final payment when the service goes back to what it said before", async () => {
    const row = await pending()
    const { events } = modules.inbox
    const told = async (top_status: string) => {
      await post(notice(row, { top_status }))
      for (const { id } of await events.claimDue(10)) {
        await events.processed(id)
      }
      return modules.bus.of("payin.prompted").length
    }
    expect(await told("APPROVED")).toBe(1)
    await payIns.said(row)
    expect(await told("APPROVED")).toBe(1)
    expect(await told("REJECTED")).toBe(2)
    expect(await told("APPROVED")).toBe(3)
    expect(await told("APPROVED")).toBe(3)
    expect(await told("REJECTED")).toBe(4)
    const stored = await kept()
    expect(stored).toMatchObject([
      { type: "APPROVED", status: "processed", attempts: 1 },
      { type: "REJECTED", status: "processed", attempts: 1 },
    ])
  })

  it.each<[string, (row: Transaction) => Partial<IncomingIpn>]>([
    ["a wrong key", () => ({ key: newIpnKey() })],
    ["half the key", () => ({ key: KEY.slice(0, 16) })],
    ["an empty key", () => ({ key: "" })],
    ["an unknown reference", () => ({ reference: "pin_unknown" })],
    ["a malformed reference", () => ({ reference: "' or '1'='1" })],
    ["the address of another account", () => ({ key: null, account: "pe" })],
  ])("is not found under %s, and nothing of it is kept", async (_what, change) => {
    const row = await pending()
    const signature = signatureOf(row.ticket, row.reference)
    expect(await post({ ...notice(row), signature, ...change(row) })).toBe(404)
    expect(await kept()).toEqual([])
    expect(modules.bus.of("payin.prompted")).toEqual([])
  })

  it.each<[string, (row: Transaction) => string]>([
    ["another token", ({ ticket, reference }) => signatureOf(ticket, reference, "another token")],
    ["another ticket", ({ reference }) => signatureOf("another ticket", reference)],
    ["another reference", ({ ticket }) => signatureOf(ticket, "pin_another")],
    ["no digest", () => "signed"],
  ])("is refused when it is signed with %s, and nothing of it is kept", async (_what, forge) => {
    const row = await pending()
    expect(await post({ ...notice(row), signature: forge(row) })).toBe(401)
    expect(await kept()).toEqual([])
  })

  it("is stored as validly signed, also when its ticket is a number", async () => {
    const row = await pending()
    const signature = signatureOf(row.ticket, row.reference)
    expect(await post({ ...notice(row), signature })).toBe(202)
    const top_ticket = 123_456_789_012
    const ofNumber = signatureOf(top_ticket, row.reference)
    expect(await post({ ...notice(row, { top_ticket }), signature: ofNumber })).toBe(202)
    expect(await kept()).toMatchObject([{ signature: "valid" }, { signature: "valid" }])
  })

  it("is counted when its key or signature is wrong, and not when it names no payment of ours", async () => {
    const counted = () => {
      const own = modules.ledger.refusedWebhooks.own().filter(({ source }) => source === "ipn")
      const of = (reason: string) => own.find((one) => one.reason === reason)?.count ?? 0
      return { key: of("key"), signature: of("signature") }
    }
    const before = counted()
    const row = await pending()
    await post({ ...notice(row), reference: "pin_unknown" })
    await post({ ...notice(row), key: newIpnKey() })
    await post({
      ...notice(row),
      signature: signatureOf(row.ticket, row.reference, "another token"),
    })
    await post(notice(row))
    expect(counted()).toEqual({ key: before.key + 1, signature: before.signature + 1 })
  })

  it("is refused without a signature at Medusa's standard address, which has no key", async () => {
    const row = await pending()
    const standard = { ...notice(row), key: null, account: "co" }
    expect(await post(standard)).toBe(401)
    expect(await kept()).toEqual([])
    expect(await post({ ...standard, signature: signatureOf(row.ticket, row.reference) })).toBe(202)
    expect(await kept()).toMatchObject([{ source: "standard", signature: "valid" }])
  })

  it.each<[string, Buffer, string]>([
    ["is not JSON", Buffer.from("APPROVED"), "not a JSON object"],
    ["names another payment", Buffer.from('{"top_reference":"pin_2"}'), "names another reference"],
  ])("is stored as ignored and requests a lookup when it %s", async (_what, raw, reason) => {
    const row = await pending()
    expect(await post({ ...notice(row), raw })).toBe(202)
    expect(await kept()).toMatchObject([{ status: "ignored", status_reason: reason }])
    expect(modules.bus.of("payin.prompted")).toMatchObject([
      { transaction_id: row.id, event_id: null },
    ])
  })
})

withModules(
  "a notification to a store that asks for signatures",
  { ipnSignature: "require" },
  (modules) => {
    it("is stored only with a valid signature", async () => {
      const row = await new PayIns(modules).pending({ ipn_key_hash: hashIpnKey(KEY) })
      const raw = Buffer.from(JSON.stringify({ top_ticket: row.ticket }))
      const incoming = { reference: row.reference, key: KEY, account: null, raw }
      for (const signature of [undefined, "", "f".repeat(64)]) {
        const answer = await receiveIpn(modules.container, { ...incoming, signature })
        expect(answer.status).toBe(401)
      }
      expect(await modules.pg("payin_event")).toEqual([])
      const signature = signatureOf(row.ticket, row.reference)
      expect(await receiveIpn(modules.container, { ...incoming, signature })).toEqual({
        status: 202,
      })
    })
  }
)

withModules(
  "a notification to a store that looks at no signature",
  { ipnSignature: "off" },
  (modules) => {
    it("is stored with a wrong signature and refused with a wrong key", async () => {
      const row = await new PayIns(modules).pending({ ipn_key_hash: hashIpnKey(KEY) })
      const signature = "f".repeat(64)
      const incoming = {
        reference: row.reference,
        account: null,
        signature,
        raw: Buffer.from("{}"),
      }
      expect(await receiveIpn(modules.container, { ...incoming, key: newIpnKey() })).toMatchObject({
        status: 404,
      })
      expect(await receiveIpn(modules.container, { ...incoming, key: KEY })).toEqual({
        status: 202,
      })
      expect(await modules.pg("payin_event")).toMatchObject([{ signature: "unchecked" }])
    })
  }
)
