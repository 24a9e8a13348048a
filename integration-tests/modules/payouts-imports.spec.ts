import { majorAmount } from "../../src/domain/money/amount"
import type { NewImport } from "../../src/modules/payouts/imports"
import { breakWriting } from "../support/gate"
import { withModules } from "../support/modules/modules"
import { PAYOUT_OPTIONS } from "../support/modules/payout-options"
import { together } from "../support/modules/together"
import { CHECKER, DESTINATION, MAKER, PayoutWorker } from "../support/payout-worker"

const DAY = 86_400

/** A file that pays these amounts, in pesos, one a row. */
function fileOf(pesos: number[], change: Partial<NewImport> = {}): NewImport {
  return {
    request_id: "request_1",
    account: "co",
    country: "CO",
    currency: "COP",
    rows: pesos.map((amount, index) => ({
      row: index + 1,
      amount: majorAmount(amount),
      payment_method: "BANK_TRANSFER",
      destination: DESTINATION,
      note: `Invoice ${index + 1}`,
    })),
    ...change,
  }
}

withModules("files of payouts", PAYOUT_OPTIONS, (modules) => {
  const worker = new PayoutWorker(modules)
  beforeEach(() => worker.fill(10_000_000))

  const takeIn = (file: NewImport) => worker.payouts.imports.create(file, MAKER)

  it("become a payout for each row, in the order of the file", async () => {
    const amounts = Array.from({ length: 12 }, (_, index) => 1_000 + index)
    const file = await takeIn(fileOf(amounts))
    expect(file).toMatchObject({ row_count: 12, total: "12066", created_by: MAKER.id })
    const rows = await worker.payouts.imports.payoutsOf(file.id)
    expect(rows.map(({ row, payout }) => [row, payout.amount])).toEqual(
      amounts.map((amount, index) => [index + 1, String(amount)])
    )
    expect(rows[0].payout).toMatchObject({
      ...{ source: "import", import_id: file.id, status: "queued", note: "Invoice 1" },
    })
  })

  it("need a second person for the rows above the limit only", async () => {
    const { id } = await takeIn(fileOf([600_000, 1_000]))
    const [large, small] = await worker.payouts.imports.payoutsOf(id)
    expect([large.payout.status, small.payout.status]).toEqual(["awaiting_approval", "queued"])
    const { decisions } = worker.payouts
    expect(await decisions.approve(large.payout.id, MAKER, 1)).toMatchObject({
      ...{ outcome: "refused", code: "second_person" },
    })
    expect(await decisions.approve(large.payout.id, CHECKER, 1)).toMatchObject({
      ...{ outcome: "done" },
    })
  })

  it("are imported once by the same request, also when it comes twice at the same moment", async () => {
    const file = fileOf([1_000, 2_000])
    const writing = { table: "payin_payout_import", event: "insert" } as const
    const [first, second] = await together(modules.pg, writing, () => takeIn(file))
    expect(second).toEqual(first)
    expect(await takeIn(file)).toEqual(first)
    expect(await modules.pg("payin_payout")).toHaveLength(2)
    await worker.run()
    expect(worker.sends()).toBe(2)
  })

  it("leave no row and no log line when they fail between two rows, and the same request imports them later", async () => {
    const when = "new.source_id like '%:2'"
    const broken = await breakWriting(modules.pg, { table: "payin_payout", event: "insert", when })
    const file = fileOf([600_000, 600_000])
    await expect(takeIn(file)).rejects.toThrow("the database said no")
    for (const table of ["payin_payout", "payin_payout_import", "payin_payout_audit"]) {
      expect(await modules.pg(table)).toEqual([])
    }
    expect(modules.log.lines).toEqual([])
    await broken.mend()
    await takeIn(file)
    expect(await modules.pg("payin_payout")).toHaveLength(2)
  })

  it("are recognized for twenty days by their number of rows and their total", async () => {
    const { imports } = worker.payouts
    const file = fileOf([1_000, 2_000])
    expect(await imports.alike(file)).toBeNull()
    const taken = await takeIn(file)
    expect(await imports.alike(fileOf([2_000, 1_000]))).toEqual(taken)
    await modules.advance(20 * DAY - 60)
    expect(await imports.alike(file)).toEqual(taken)
    await modules.advance(60)
    expect(await imports.alike(file)).toBeNull()
  })

  it("are not alike with another total, another number of rows or another account", async () => {
    const { imports } = worker.payouts
    await takeIn(fileOf([1_000, 2_000]))
    for (const other of [
      fileOf([1_000, 2_001]),
      fileOf([3_000]),
      fileOf([1_000, 2_000], { account: "pe" }),
    ]) {
      expect(await imports.alike(other)).toBeNull()
    }
  })
})
