import { CANARY } from "../support/personal-data"
import { DESTINATION, ORDERED, PayoutDesk, SECRETS } from "../support/payout-desk"
import { csvRows } from "../support/csv-rows"
import { withShop } from "../support/shop"
import { THREE_COUNTRIES } from "../support/shop-settings"

const IN_PERU = {
  account: "pe",
  currency_code: "PEN",
  amount: "150.5",
  destination: { ...DESTINATION, ...CANARY.pe, bank: "BCP", account_type: "CORRIENTE" },
}

const to = (change: object) => ({ destination: { ...DESTINATION, ...change } })

/** What is wrong, and the field that the answer has to name. */
const WRONG: [Record<string, unknown>, string][] = [
  ...[undefined, null, "", "abc", "0", "-5", "0.00", "1e3", "50.000", "50,5", "50000.5"].map(
    (amount): [Record<string, unknown>, string] => [{ amount }, "amount"]
  ),
  ...[0, -1, 1.5, 1e21, true, {}, [], "9007199254740993", "1".repeat(81)].map(
    (amount): [Record<string, unknown>, string] => [{ amount }, "amount"]
  ),
  [{ ...IN_PERU, amount: "150.555" }, "amount"],
  [{ currency_code: "PEN" }, "currency_code"],
  [{ currency_code: undefined }, "currency_code"],
  [{ currency_code: 5 }, "currency_code"],
  [{ account: "nobody" }, "account"],
  [{ account: "mx", currency_code: "MXN" }, "country"],
  [{ payment_method: "PSE" }, "payment_method"],
  [{ payment_method: 7 }, "payment_method"],
  [{ ...IN_PERU, payment_method: "BREB" }, "payment_method"],
  [{ destination: undefined }, "destination"],
  [{ destination: "BANCOLOMBIA" }, "destination"],
  [{ beneficiary_id: "paybnf_1" }, "beneficiary_id"],
  [to({ bank: "" }), "destination.bank"],
  [to({ bank: "B".repeat(61) }), "destination.bank"],
  [to({ bank: "=cmd" }), "destination.bank"],
  [to({ account_number: `${DESTINATION.account_number}!` }), "destination.account_number"],
  [to({ account_number: "1".repeat(35) }), "destination.account_number"],
  [to({ account_number: 12_345_678 }), "destination.account_number"],
  [to({ account_type: "WALLET" }), "destination.account_type"],
  [to({ account_type: undefined }), "destination.account_type"],
  [to({ legal_doc_type: "DNI" }), "destination.legal_doc_type"],
  [
    { ...IN_PERU, destination: { ...IN_PERU.destination, legal_doc_type: "NIT" } },
    "destination.legal_doc_type",
  ],
  [to({ legal_doc: "1".repeat(21) }), "destination.legal_doc"],
  [to({ full_name: "A".repeat(101) }), "destination.full_name"],
  [to({ email: `${"a".repeat(250)}@x.example` }), "destination.email"],
  [to({ phone_number: undefined }), "destination.phone_number"],
  [{ note: "n".repeat(501) }, "note"],
  [{ note: 5 }, "note"],
  [{ status: "approved" }, "status"],
  [{ source: "refund" }, "source"],
]

withShop("the input of a payout", THREE_COUNTRIES, (shop) => {
  let desk: PayoutDesk
  beforeEach(async () => {
    desk = await PayoutDesk.open(shop)
  })

  it("an invalid payout is refused by field name before its key is used or anything is written", async () => {
    for (const [change, field] of WRONG) {
      const answer = await desk.post("", { ...ORDERED, ...change }, "one-key")
      expect([change, answer.status, answer.body.type, answer.body.field]).toEqual([
        change,
        400,
        "invalid_data",
        field,
      ])
      expect(SECRETS.filter((secret) => answer.text.includes(secret))).toEqual([])
    }
    expect((await desk.post("", [ORDERED], "one-key").expect(400)).body.field).toBe("body")
    const nobody = { ...ORDERED, destination: undefined, beneficiary_id: "paybnf_nobody" }
    const first = await desk.post("", nobody, "other-key").expect(400)
    expect(first.body.field).toBe("beneficiary_id")
    expect((await desk.post("", nobody, "other-key").expect(400)).body).toEqual(first.body)
    for (const [query, field] of [
      ["account=pe", "account"],
      ["note[x]=1&amount=1", "note"],
    ]) {
      const answer = await desk.post(`?${query}`, ORDERED, "one-key").expect(400)
      expect(answer.body).toMatchObject({ type: "invalid_data", field })
    }
    for (const key of ["", "a key", "k".repeat(65)]) {
      const answer = await desk.post("", ORDERED, key).expect(400)
      expect(answer.body.field).toBe("Idempotency-Key")
    }
    expect(await shop.pg("payin_payout")).toEqual([])
    expect(await shop.pg("payin_payout_audit")).toEqual([])
    await desk.post("", ORDERED, "one-key").expect(201)
  })

  it("a payout awaits approval above the limit, and always in a currency without a limit", async () => {
    const made = [
      await desk.make({ amount: "100000" }),
      await desk.make({ amount: 100_001 }),
      await desk.make(IN_PERU),
      await desk.make({ ...IN_PERU, amount: "0.01", payment_method: undefined }),
    ]
    expect(made.map(({ amount, status }) => [amount, status])).toEqual([
      ["100000", "queued"],
      ["100001", "awaiting_approval"],
      ["150.5", "awaiting_approval"],
      ["0.01", "awaiting_approval"],
    ])
  })

  it("a payout of more money than the account has is accepted and awaits approval", async () => {
    expect(await desk.make({ amount: "900000000000" })).toMatchObject({
      status: "awaiting_approval",
      amount: "900000000000",
    })
  })

  it("a payout is found by the list filters, and exported as CSV that no spreadsheet runs", async () => {
    const first = await desk.make({ note: "=1+1", ...to({ full_name: "@SUM(A1) Gómez, hijo" }) })
    const second = await desk.make(IN_PERU)
    const list = async (query: object) => {
      const answer = await desk.maker.get("/admin/payin/payouts").query(query).expect(200)
      return answer.body.payouts.map(({ id }: { id: string }) => id)
    }
    expect(await list({})).toEqual([second.id, first.id])
    expect(await list({ account: "pe" })).toEqual([second.id])
    expect(await list({ q: first.id })).toEqual([first.id])
    expect(await list({ status: ["queued", "awaiting_approval"], source: "operator" })).toEqual([
      second.id,
      first.id,
    ])
    for (const none of [{ status: "queued" }, { source: "refund" }, { order_id: "order_1" }]) {
      expect(await list(none)).toEqual([])
    }
    expect(await list({ beneficiary_id: "paybnf_1" })).toEqual([])
    const page = await desk.maker.get("/admin/payin/payouts").query({ limit: 1 }).expect(200)
    expect(await list({ cursor: page.body.next_cursor })).toEqual([first.id])
    for (const field of ["status", "source"]) {
      const answer = await desk.maker.get(`/admin/payin/payouts?${field}=paid`).expect(400)
      expect(answer.body.field).toBe(field)
    }
    const csv = await desk.maker.get("/admin/payin/payouts?format=csv&account=co").expect(200)
    expect(csv.headers["content-type"]).toContain("text/csv")
    const [header, line, ...more] = csvRows(csv.text)
    expect(header.join()).toMatch(/^id,account,status,.*,destination_full_name,destination_bank,/)
    expect(line.slice(0, 3)).toEqual([first.id, "co", "awaiting_approval"])
    expect(line).toEqual(expect.arrayContaining(["'@SUM(A1) Gómez, hijo", "BANCOLOMBIA", "'=1+1"]))
    expect(more).toEqual([])
    const bounded = await desk.maker.get("/admin/payin/payouts?format=csv&limit=1").expect(200)
    expect(bounded.text.split("\r\n")).toHaveLength(3)
  })
})
