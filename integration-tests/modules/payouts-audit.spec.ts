import { readFileSync } from "node:fs"
import { user } from "../../src/domain/payout/actor"
import { withoutPersonal } from "../../src/domain/privacy/personal-data"
import { withModules } from "../support/modules/modules"
import { PAYOUT_OPTIONS } from "../support/modules/payout-options"
import { CHECKER, DESTINATION, MAKER, PayoutWorker } from "../support/payout-worker"

const AUDIT = "payin_payout_audit"

withModules("the audit of payouts", PAYOUT_OPTIONS, (modules) => {
  const worker = new PayoutWorker(modules)

  const lines = () => modules.pg(AUDIT).orderBy(["created_at", "id"])

  it.each([
    ["update :audit: set actor_id = 'user_other'", "UPDATE"],
    ["update :audit: set action = 'created', created_at = created_at - interval '1 day'", "UPDATE"],
    ["update :audit: set deleted_at = now()", "UPDATE"],
    ["update :audit: set facts = null", "UPDATE"],
    ['update :audit: set facts = facts || \'{"amount": "1"}\'', "UPDATE"],
    ['update :audit: set facts = facts || \'{"account_last_four": "9999"}\'', "UPDATE"],
    ["update :audit: set facts = facts - 'amount'", "UPDATE"],
    ["delete from :audit:", "DELETE"],
    ["delete from :audit: where action = 'revealed'", "DELETE"],
    ["truncate :audit:", "TRUNCATE"],
    ["truncate payin_payout, payin_beneficiary, :audit: cascade", "TRUNCATE"],
  ])("refuses, whoever asks: %s", async (statement, kind) => {
    const { id } = await worker.make(1_000)
    await worker.payouts.reveal(id, CHECKER)
    const facts = { amount: "1000", account_last_four: "4321" }
    await worker.payouts.audit.note(modules.pg, {
      ...{ subject_id: id, action: "created", actor: MAKER, facts },
    })
    const before = await lines()
    await expect(modules.pg.raw(statement, { audit: AUDIT })).rejects.toThrow(
      `payin_payout_audit is append-only: ${kind} is refused`
    )
    expect(await lines()).toEqual(before)
  })

  it("takes the erasure of personal data at any depth, twice too, and nothing beside it", async () => {
    const personal = { bank: "1007", before: [{ account_last_four: "4321", amount: "5" }] }
    const facts = { amount: "1000", request: null, list: [1, null, "a"], empty: {}, ...personal }
    const deed = { subject_id: "payout_1", action: "edited", actor: MAKER, facts }
    await worker.payouts.audit.note(modules.pg, deed)
    const erased = JSON.stringify(withoutPersonal(facts))
    const erase = (more = {}) => modules.pg(AUDIT).update({ facts: erased, ...more })
    await expect(erase({ actor_id: "user_other" })).rejects.toThrow("append-only")
    await expect(
      modules.pg(AUDIT).update({ facts: JSON.stringify({ ...facts, bank: null }) })
    ).rejects.toThrow("append-only")
    await erase()
    await erase()
    expect(await lines()).toMatchObject([
      { facts: { amount: "1000", bank: null, before: [{ account_last_four: null, amount: "5" }] } },
    ])
  })

  it("knows every field that is personal to the rest of the plugin", async () => {
    const source = readFileSync("src/domain/privacy/personal-data.ts", "utf8")
    const [, list = ""] = /PERSONAL[^=]*= \[([^\]]*)\]/.exec(source) ?? []
    const fields = Array.from(list.matchAll(/"(\w+)"/g), ([, field = ""]) => field)
    expect(fields).toContain("full_name")
    const facts = Object.fromEntries([...fields, "amount"].map((field) => [field, "x"]))
    const answer: { rows: { erased: unknown }[] } = await modules.pg.raw(
      "select payin_payout_audit_erased(?::jsonb) as erased",
      [JSON.stringify(facts)]
    )
    expect(answer.rows).toEqual([{ erased: withoutPersonal(facts) }])
  })

  describe("of whole account numbers that are looked at", () => {
    const announced = () => modules.bus.of("payin.many_reveals")
    const reveal = (id: string, times: number, actor = CHECKER) =>
      Promise.all(Array.from({ length: times }, () => worker.payouts.reveal(id, actor)))

    it("announces each beyond twenty of one person within an hour, also at once", async () => {
      const { id } = await worker.make(1_000)
      await Promise.all([reveal(id, 20), reveal(id, 20, user("user_colleague"))])
      expect(announced()).toEqual([])
      await reveal(id, 3)
      expect(announced()).toEqual(Array(3).fill({ id, user_id: CHECKER.id }))
      expect(JSON.stringify(modules.log.lines)).toContain(
        `payin.reveals id=${id} user=${CHECKER.id} count=21`
      )
      await reveal(id, 40, user("user_third"))
      expect(announced()).toHaveLength(3 + 20)
    })

    it("counts beneficiaries too, and forgets after an hour", async () => {
      const { id } = await worker.make(1_000)
      await reveal(id, 20)
      const { beneficiaries } = worker.payouts
      const seller = await beneficiaries.create(
        {
          ...{ name: "Taller", account: "co", country: "CO", currency: "COP" },
          ...{ payment_method: "BANK_TRANSFER", destination: DESTINATION, stock_location_id: null },
        },
        MAKER
      )
      await beneficiaries.reveal(seller, CHECKER)
      expect(announced()).toEqual([{ id: seller.id, user_id: CHECKER.id }])
      await modules.advance(3_601)
      await reveal(id, 1)
      expect(announced()).toHaveLength(1)
    })

    it("shows nothing that could not be noted", async () => {
      const { id } = await worker.make(1_000)
      await modules.pg.raw("alter table payin_payout_audit rename to payin_payout_audit_away")
      const shown = await worker.payouts.reveal(id, CHECKER).catch(() => "refused")
      await modules.pg.raw("alter table payin_payout_audit_away rename to payin_payout_audit")
      expect(shown).toBe("refused")
    })
  })
})
