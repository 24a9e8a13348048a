import { PAYOUT_IMPORT_EXAMPLE } from "../../src/domain/payout/__tests__/import-example"
import { CANARY } from "../support/personal-data"
import { PayoutDesk } from "../support/payout-desk"
import { withShop } from "../support/shop"
import { THREE_COUNTRIES } from "../support/shop-settings"

const [HEADER, FIRST, SECOND] = PAYOUT_IMPORT_EXAMPLE.split("\r\n")

const file = (...rows: string[]) => [HEADER, ...rows].join("\n")
/** The second row of the example, with another amount. */
const paying = (amount: number) => SECOND.replace("87500", String(amount))

withShop("payouts by file", THREE_COUNTRIES, (shop) => {
  let desk: PayoutDesk
  beforeEach(async () => {
    desk = await PayoutDesk.open(shop)
  })

  const upload = (body: object, key?: string) => desk.post("/import", body, key)

  async function nothingWritten(): Promise<void> {
    for (const table of ["payin_payout", "payin_payout_import", "payin_payout_audit"]) {
      expect(await shop.pg(table)).toEqual([])
    }
  }

  it("becomes one payout per row, once, and reports the status of each", async () => {
    shop.sandbox.setWallet(CANARY.service.merchant_id, 10_000_000)
    const body = { csv: PAYOUT_IMPORT_EXAMPLE }
    const both = await Promise.all([upload(body, "one-file"), upload(body, "one-file")])
    const made = await upload(body, "one-file").expect(201)
    expect(both.map(({ status, body }) => [status, body.import?.id])).toEqual(
      both.map(() => [201, made.body.import.id])
    )
    const { id, created_by } = made.body.import
    expect(made.body.import).toEqual({
      id: expect.stringMatching(/^payimp_/),
      account: "co",
      currency_code: "COP",
      row_count: 2,
      total: "237500",
      created_by: expect.stringMatching(/^user_/),
      created_at: expect.any(String),
      progress: { awaiting_approval: 1, queued: 1 },
    })
    const found = await desk.maker.get(`/admin/payin/payouts?q=${id}`).expect(200)
    expect(found.body.payouts).toHaveLength(2)
    // Both were written at one moment: none is the newer one.
    const [large, small] = ["150000", "87500"].map((amount) =>
      found.body.payouts.find((one: { amount: string }) => one.amount === amount)
    )
    expect(large).toMatchObject({ source: "import", import_id: id, created_by })
    expect((await desk.tryApprove(large.id, desk.maker)).body.type).toBe("not_allowed")

    await shop.run("payin-payouts")
    await desk.reaches(small.id, "pending")
    const answer = await desk.maker.get(`/admin/payin/payouts/imports/${id}`).expect(200)
    expect(answer.body.import).toMatchObject({
      progress: { awaiting_approval: 1, pending: 1 },
      rows: [
        { row: 1, payout_id: large.id, status: "awaiting_approval", reason: null },
        { row: 2, payout_id: small.id, status: "pending", response_message: null },
      ],
    })
    expect(answer.text).not.toContain("12345678901")
    await desk.maker.get("/admin/payin/payouts/imports/payimp_nobody").expect(404)
    expect((await shop.pg("payin_payout_import")).length).toBe(1)
  })

  it("with a bad row writes nothing, and reports every problem", async () => {
    const csv = file(FIRST, SECOND.replace("87500", "87500.5"), FIRST.replace("AHORRO", "WALLET"))
    const { body, text } = await upload({ csv }, "bad").expect(400)
    expect(body).toEqual({
      type: "invalid_data",
      field: "csv",
      message: expect.stringContaining("row 2"),
      code: "not_whole",
      problems: [
        { row: 2, field: "amount", message: expect.any(String), code: "not_whole" },
        {
          ...{ row: 3, field: "account_type", message: expect.any(String) },
          ...{ code: "not_offered", values: { allowed: "AHORRO, CORRIENTE" } },
        },
      ],
    })
    expect(text).not.toContain("12345678901")
    await nothingWritten()
    await upload({ csv: file(FIRST) }, "bad").expect(201)
  })

  it("needs a file, an account of the store and its currency", async () => {
    const csv = PAYOUT_IMPORT_EXAMPLE
    const wrong: [object, string][] = [
      [{}, "csv"],
      [{ csv: 5 }, "csv"],
      [{ csv: "" }, "csv"],
      [{ csv: file() }, "csv"],
      [{ csv, account: "nobody" }, "account"],
      [{ csv, account: "pe" }, "csv"],
      [{ csv, currency_code: "PEN" }, "currency_code"],
      [{ csv, dry_run: "yes" }, "dry_run"],
      [{ csv, rows: [] }, "rows"],
    ]
    for (const [body, field] of wrong) {
      const answer = await upload(body)
      expect([body, answer.status, answer.body.field]).toEqual([body, 400, field])
    }
    const keyless = await upload({ csv, dry_run: true }, "").expect(400)
    expect(keyless.body.field).toBe("Idempotency-Key")
    await nothingWritten()
  })

  it("may be the request body itself; options beside it are applied or refused, never ignored", async () => {
    const send = (query: string, key: string, body = PAYOUT_IMPORT_EXAMPLE) =>
      desk.maker
        .post(`/admin/payin/payouts/import${query}`)
        .set("Idempotency-Key", key)
        .type("text/csv")
        .send(body)
    const tried = await send("?dry_run=true&account=co", "file").expect(200)
    expect(tried.body.import).toMatchObject({ id: null, row_count: 2, total: "237500" })
    const beside = (body: object) =>
      desk.maker
        .post("/admin/payin/payouts/import?dry_run=true")
        .set("Idempotency-Key", "file")
        .send({ csv: PAYOUT_IMPORT_EXAMPLE, ...body })
    expect((await beside({}).expect(200)).body.import.id).toBeNull()
    expect((await beside({ dry_run: false }).expect(400)).body.field).toBe("dry_run")
    expect((await send("?dryrun=true", "file").expect(400)).body.field).toBe("dryrun")
    expect((await send("?dry_run=yes", "file").expect(400)).body.field).toBe("dry_run")
    const large = await send("", "file", "x".repeat(1_100_000)).expect(400)
    expect(large.body.code).toBe("file_too_large")
    await nothingWritten()

    const made = await send("", "file").expect(201)
    expect((await send("", "file").expect(201)).body.import.id).toBe(made.body.import.id)
    expect((await send("?account=co", "file").expect(409)).body.code).toBe("key_used")
  })

  it("shows the resulting payouts in a dry run, writes nothing and leaves its key unused", async () => {
    const csv = PAYOUT_IMPORT_EXAMPLE
    const tried = await upload({ csv, dry_run: true }, "tried").expect(200)
    expect(tried.body.import).toMatchObject({
      id: null,
      dry_run: true,
      row_count: 2,
      total: "237500",
      rows: [
        { row: 1, amount: "150000", status: "awaiting_approval", note: "Invoice 118" },
        { row: 2, amount: "87500", status: "queued", destination: { account_last_four: "5566" } },
      ],
    })
    expect(tried.text).not.toContain("12345678901")
    await nothingWritten()
    await upload({ csv }, "tried").expect(201)
  })

  it("is taken with cells that look damaged only once a person confirmed them", async () => {
    const csv = file(FIRST.replace("1020304050", "1020304050.0"), SECOND, SECOND)
    const warnings = [
      { row: 1, field: "legal_doc", code: "damaged_number" },
      { row: 3, field: "row", code: "duplicate_row" },
    ]
    const tried = await upload({ csv, dry_run: true }).expect(200)
    expect(tried.body.warnings).toEqual(warnings)
    const refused = await upload({ csv }, "doubtful").expect(400)
    expect(refused.body).toMatchObject({ field: "confirm_warnings", problems: [], warnings })
    await nothingWritten()
    const made = await upload({ csv, confirm_warnings: true }, "doubtful").expect(201)
    expect(made.body).toMatchObject({ import: { row_count: 3 }, warnings })
    const [first] = await shop
      .pg("payin_payout")
      .where({ import_id: made.body.import.id })
      .orderBy("source_id")
    const shown = await desk.post(`/${first.id}/reveal`, {}).expect(200)
    expect(shown.body.destination.legal_doc).toBe("1020304050")
  })

  it("leaves what exceeds the day's limit to a second person, and loses no row", async () => {
    const amounts = Array.from({ length: 12 }, (_, index) => 90_001 + index)
    const csv = file(...amounts.map(paying))
    const made = await upload({ csv }, "whole-day").expect(201)
    expect(made.body.import.progress).toEqual({ queued: 11, awaiting_approval: 1 })
    const { id } = made.body.import
    const { body } = await desk.maker.get(`/admin/payin/payouts/imports/${id}`).expect(200)
    const [waiting] = body.import.rows.filter(
      ({ status }: { status: string }) => status !== "queued"
    )
    expect(waiting).toMatchObject({ row: 12, reason: "daily_limit" })
    const agreed = await desk.approve(waiting.payout_id)
    expect(agreed).toMatchObject({ status: "queued", amount: "90012" })
  })

  it("names the rows that were written in another encoding, or in two", async () => {
    const named = (name: string) => SECOND.replace(/^87500,COP,,"[^"]*"/, `87500,COP,,${name}`)
    const csv = file(named("Peña Núñez"), named("PeÃ±a NÃºÃ±ez"))
    const { body } = await upload({ csv }, "mixed").expect(400)
    expect(body.warnings).toEqual([{ row: 2, field: "full_name", code: "wrong_encoding" }])
    const bytes = await desk.maker
      .post("/admin/payin/payouts/import")
      .set("Idempotency-Key", "mixed")
      .type("text/csv")
      .send(Buffer.from(file(named("Peña Núñez")), "latin1"))
    expect([bytes.status, bytes.body.code]).toEqual([400, "file_encoding"])
    await nothingWritten()
  })

  it("names the earlier import in a dry run after the same file was imported", async () => {
    const csv = PAYOUT_IMPORT_EXAMPLE
    const first = await upload({ csv, dry_run: true }).expect(200)
    expect(first.body.import.alike).toBeNull()
    const taken = await upload({ csv }, "answer-lost").expect(201)
    const { id, created_by, created_at } = taken.body.import

    const again = await upload({ csv, dry_run: true }).expect(200)
    expect(again.body.import.alike).toEqual({ id, created_by, created_at })
    const other = await upload({ csv: file(FIRST, paying(87_501)), dry_run: true }).expect(200)
    expect(other.body.import.alike).toBeNull()
  })

  it("may be 1 MB and 1,000 rows, and no more", async () => {
    const note = "n".repeat(480)
    const rows = Array.from({ length: 1_000 }, (_, index) => paying(index + 1) + note)
    const csv = file(...rows)
    const whole = csv + " ".repeat(1_048_576 - csv.length)
    const tried = await upload({ csv: whole, dry_run: true }).expect(200)
    expect(tried.body.import).toMatchObject({ row_count: 1_000, total: "500500" })
    const large = await upload({ csv: `${whole} ` }).expect(400)
    expect(large.body.problems[0].message).toMatch(/1 MB/)
    await upload({ csv: "x".repeat(3_200_000) }).expect(413)
    const many = await upload({ csv: file(...rows, paying(1)) }).expect(400)
    expect(many.body.problems[0].message).toMatch(/1000 rows/)
    await nothingWritten()
  })
})
