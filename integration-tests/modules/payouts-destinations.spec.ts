import { randomUUID } from "node:crypto"
import { SHOPPER, SYSTEM } from "../../src/domain/payout/actor"
import { SealError } from "../../src/domain/privacy/seal"
import { withModules } from "../support/modules/modules"
import { PAYOUT_OPTIONS } from "../support/modules/payout-options"
import { together } from "../support/modules/together"
import { CHECKER, DESTINATION, MAKER, PayoutWorker } from "../support/payout-worker"

const DAY = 86_400
const BANK_TRANSFER = {
  destination: DESTINATION,
  payment_method: "BANK_TRANSFER",
  other_person: false,
}
/** What stands nowhere in plain text. */
const SECRETS = [
  DESTINATION.account_number,
  DESTINATION.legal_doc,
  DESTINATION.phone_number,
  DESTINATION.email,
]

withModules("where payouts go to", PAYOUT_OPTIONS, (modules) => {
  const worker = new PayoutWorker(modules)
  beforeEach(() => worker.fill(1_000_000))

  const found = (text: string) => SECRETS.filter((secret) => text.includes(secret))

  /** Every row of every table of ours, as text. */
  async function dump(): Promise<string> {
    const tables: { relname: string }[] = await modules
      .pg("pg_class")
      .where({ relkind: "r" })
      .whereRaw("relnamespace = 'public'::regnamespace")
    const rows = await Promise.all(
      tables.map(({ relname }) => modules.pg(relname).select(modules.pg.raw("??::text", [relname])))
    )
    return JSON.stringify(rows)
  }

  /** Made, sent, without an answer, rejected and revealed; imported; of a beneficiary. */
  async function muchHappens() {
    const { beneficiaries, imports } = worker.payouts
    await beneficiaries.create(
      {
        ...{ name: "Taller", account: "co", country: "CO", currency: "COP" },
        ...{ payment_method: "BANK_TRANSFER", destination: DESTINATION, stock_location_id: null },
      },
      MAKER
    )
    const row = { row: 1, amount: (await worker.make(1_000)).amount, ...BANK_TRANSFER, note: null }
    const file = { account: "co", country: "CO", currency: "COP", rows: [row] }
    await imports.create({ ...file, request_id: randomUUID() }, MAKER)
    modules.sandbox.injectFault({ operation: "payout", kind: "malformed" })
    await worker.run()
    await worker.runIn(11)
    for (const { reference } of modules.sandbox.payouts()) {
      modules.sandbox.rejectPayout(reference, { notify: false })
    }
    await worker.runIn(60)
    const { id } = await worker.make(600_000)
    await worker.payouts.reveal(id, CHECKER)
    await worker.approve(id)
    await worker.run()
  }

  it("no table holds an account number, a document, a telephone or an e-mail in plain text", async () => {
    await muchHappens()
    const text = await dump()
    expect(text).toContain("payin_payout")
    expect(text).toContain(DESTINATION.account_number.slice(-4))
    expect(found(text)).toEqual([])
  })

  it("no log line and no event tells an account number, a document, a telephone or an e-mail", async () => {
    await muchHappens()
    expect(modules.log.lines.length).toBeGreaterThan(0)
    expect(found(JSON.stringify([modules.log.lines, modules.bus.told]))).toEqual([])
  })

  it("an encrypted account that is copied into another payout cannot be decrypted or sent", async () => {
    const [one, other] = [await worker.make(1_000), await worker.make(2_000)]
    const { destination_sealed } = one
    await modules.pg("payin_payout").where({ id: other.id }).update({ destination_sealed })
    await expect(worker.payouts.reveal(other.id, CHECKER)).rejects.toThrow(SealError)
    await worker.run()
    expect(worker.taken(other.id)).toEqual([])
    expect(worker.taken(one.id)).toHaveLength(1)
  })

  it("a refund keeps whether its account was given on the shopper's page or by an operator, the last one", async () => {
    const refund = { destination: null, transaction_id: "payin_1" } as const
    const { id, destination_from } = await worker.make(1_000, refund)
    expect(destination_from).toBeNull()
    await worker.payouts.decisions.giveDestination(id, BANK_TRANSFER, SHOPPER)
    expect(await worker.payout(id)).toMatchObject({ destination_from: "page" })
    const elsewhere = { ...DESTINATION, account_number: "55667788990" }
    const given = { ...BANK_TRANSFER, destination: elsewhere }
    await worker.payouts.decisions.giveDestination(id, given, MAKER)
    expect(await worker.payout(id)).toMatchObject({ destination_from: "operator" })
  })

  it("a reveal shows the whole account and notes who saw it", async () => {
    const { id } = await worker.make(1_000)
    expect(await worker.payouts.reveal(id, CHECKER)).toEqual(DESTINATION)
    expect((await worker.payouts.audit.of(id)).at(-1)).toMatchObject({
      ...{ action: "revealed", actor_type: "user", actor_id: CHECKER.id },
    })
  })

  it("a reveal of a payout without an account shows and records nothing", async () => {
    const { id } = await worker.make(1_000, { destination: null })
    expect(await worker.payouts.reveal(id, CHECKER)).toBeNull()
    expect(await worker.payouts.reveal("payout_nobody", CHECKER)).toBeNull()
    expect(await worker.payouts.audit.of(id)).toMatchObject([{ action: "created" }])
  })

  it("an attempt keeps the account that it was sent to when the payout's account changes", async () => {
    const { id } = await worker.make(1_000)
    await worker.run()
    const [{ reference }] = worker.taken(id)
    modules.sandbox.rejectPayout(reference, { notify: false })
    await worker.runIn(11)
    const elsewhere = { ...DESTINATION, account_number: "55667788990" }
    const given = { ...BANK_TRANSFER, destination: elsewhere }
    await worker.payouts.decisions.giveDestination(id, given, MAKER)
    await worker.retry(id)
    await worker.run()
    const { destinations } = worker.payouts
    const sent = (await worker.attempts(id)).map((one) =>
      destinations.open("payin_payout_attempt", one)
    )
    expect(sent).toEqual([DESTINATION, elsewhere])
  })
})

withModules("links by which shoppers say where money goes to", PAYOUT_OPTIONS, (modules) => {
  const worker = new PayoutWorker(modules)
  const links = () => worker.payouts.destinationLinks

  async function unaddressed() {
    const { id, status } = await worker.make(1_000, { destination: null })
    expect(status).toBe("awaiting_destination")
    return id
  }

  it("are found by a token of which only a hash is kept", async () => {
    const id = await unaddressed()
    const { token } = await links().create(id, CHECKER, [])
    expect(await links().find(token)).toMatchObject({
      ...{ payout_id: id, created_by: CHECKER.id, used_at: null, expired: false },
    })
    const row: unknown = await modules.pg("payin_destination_link").first()
    expect(JSON.stringify(row)).not.toContain(token)
  })

  it("are not found by an unknown or an altered token", async () => {
    const { token } = await links().create(await unaddressed(), SYSTEM, [])
    for (const stranger of ["", "%", token.slice(1), "0".repeat(32), token.toUpperCase() + "x"]) {
      expect(await links().find(stranger)).toBeNull()
    }
  })

  it("are noted in the audit with who made them", async () => {
    const id = await unaddressed()
    await links().create(id, CHECKER, [])
    expect((await worker.payouts.audit.of(id)).at(-1)).toMatchObject({
      ...{ action: "link_made", actor_id: CHECKER.id },
    })
  })

  it("keep who might read their mails", async () => {
    const id = await unaddressed()
    await links().create(id, SYSTEM, [])
    await links().create(id, SYSTEM, ["user_reader", "customer:cus_1"])
    await links().create(id, CHECKER, ["user_other"])
    const readers = await worker.payouts.audit.readersOfLinks(id)
    expect(readers.sort()).toEqual(["customer:cus_1", "user_other", "user_reader"])
  })

  it("expire after seven days", async () => {
    const { token } = await links().create(await unaddressed(), SYSTEM, [])
    await modules.advance(7 * DAY - 60)
    expect(await links().find(token)).toMatchObject({ expired: false })
    await modules.advance(60)
    expect(await links().find(token)).toMatchObject({ expired: true })
  })

  it("keep the moment of their first use", async () => {
    const { token } = await links().create(await unaddressed(), SYSTEM, [])
    const { id } = (await links().find(token)) ?? { id: "" }
    await links().used(id)
    const first = await links().find(token)
    expect(first?.used_at).not.toBeNull()
    await modules.advance(60)
    await links().used(id)
    expect(await links().find(token)).toEqual(first)
  })

  it("accept the first of two accounts that are given at the same moment", async () => {
    const id = await unaddressed()
    const banks = ["NEQUI", "DAVIPLATA"]
    const writing = { table: "payin_payout", event: "update" } as const
    const said = await together(modules.pg, writing, (nth) => {
      const destination = { ...DESTINATION, bank: banks[nth] }
      const given = { ...BANK_TRANSFER, destination }
      return worker.payouts.decisions.giveDestination(id, given, SHOPPER)
    })
    expect(said.map(({ outcome }) => outcome)).toEqual(["done", "refused"])
    expect(await worker.payout(id)).toMatchObject({ bank: "NEQUI" })
  })

  it("answer the same to the stored account and to another one", async () => {
    const id = await unaddressed()
    const { decisions } = worker.payouts
    await decisions.giveDestination(id, BANK_TRANSFER, SHOPPER)
    const other = { ...BANK_TRANSFER, destination: { ...DESTINATION, account_number: "1234567" } }
    const answers = [
      await decisions.giveDestination(id, BANK_TRANSFER, SHOPPER),
      await decisions.giveDestination(id, other, SHOPPER),
    ]
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]).toMatchObject({ outcome: "refused" })
  })
})
