import { majorAmount } from "../../money/amount"
import { apiKey, makerOf, makersOf, SHOPPER, SYSTEM, user, type UserAccount } from "../actor"
import {
  approvalNeed,
  approvalRefusal,
  approvalRefusalCode,
  approvalRefusalText,
  firstAct,
  needsApproval,
} from "../approval"

const LIMITS = { COP: majorAmount("500000"), PEN: majorAmount("0") }

describe("a second person", () => {
  it.each([
    ["500000", "COP", false],
    ["500000.01", "COP", true],
    ["0.01", "PEN", true],
    ["0.01", "MXN", true],
    ["1", "toString", true],
  ])("for %s %s is needed: %s", (amount, currency, needed) => {
    expect(needsApproval(majorAmount(amount), currency, LIMITS)).toBe(needed)
  })

  it("is always needed when no limit is set", () => {
    expect(needsApproval(majorAmount("1"), "COP", {})).toBe(true)
  })
})

describe("the need of a second person, in all combinations of options and facts", () => {
  const yesNo = [true, false]
  const ways = ["approve", "allow"] as const
  const m = (amount: string) => majorAmount(amount)
  const days = [{}, { COP: m("600000") }, { COP: m("0") }]
  const options = ways.flatMap((beneficiaryChanges) =>
    ways.flatMap((refundsToOthers) =>
      [LIMITS, {}].flatMap((approvalAbove) =>
        days.map((approvalAbovePerDay) => ({
          ...{ beneficiaryChanges, refundsToOthers, approvalAbove, approvalAbovePerDay },
        }))
      )
    )
  )
  const facts = yesNo.flatMap((approved) =>
    yesNo.flatMap((confirmed) =>
      yesNo.flatMap((other_person) =>
        yesNo.flatMap((other_holder) =>
          yesNo.flatMap((not_paid_here) =>
            yesNo.flatMap((rest) =>
              yesNo.flatMap((by_form) =>
                ["100000", "500000", "500001"].flatMap((amount) =>
                  ["0", "100000", "4500000", "4500001"].map((today) => ({
                    ...{ approved, confirmed, other_person, other_holder, not_paid_here, rest },
                    ...{ by_form, currency: "COP", amount: m(amount), today: m(today) },
                  }))
                )
              )
            )
          )
        )
      )
    )
  )
  const all = options.flatMap((one) => facts.map((two) => ({ options: one, facts: two })))

  it(`lets a payout leave alone only where nothing needs a second person (${all.length} rows)`, () => {
    for (const row of all) {
      const { beneficiaryChanges, refundsToOthers, approvalAbove, approvalAbovePerDay } =
        row.options
      const { approved, confirmed, other_person, not_paid_here, rest, amount, today } = row.facts
      const { other_holder, by_form } = row.facts
      const each = Number("COP" in approvalAbove ? approvalAbove.COP : -1)
      const day = Number("COP" in approvalAbovePerDay ? approvalAbovePerDay.COP : each * 10)
      const alone =
        approved ||
        ((confirmed || beneficiaryChanges === "allow") &&
          (!other_person || refundsToOthers === "allow") &&
          !other_holder &&
          !not_paid_here &&
          !rest &&
          !by_form &&
          Number(amount) <= each &&
          Number(today) + Number(amount) <= day)
      expect(approvalNeed(row.facts, row.options) === null).toBe(alone)
    }
  })

  it("names the reason that a person can end first", () => {
    const [strict] = options
    const waits = { ...facts[0], approved: false, amount: m("500001"), today: m("9000000") }
    const need = (change: object) => approvalNeed({ ...waits, ...change }, strict)
    expect(need({ confirmed: false, other_person: true })).toBe("beneficiary_unconfirmed")
    expect(need({ confirmed: true, other_person: true })).toBe("other_person")
    const owner = { confirmed: true, other_person: false }
    expect(need({ ...owner, other_holder: true })).toBe("key_holder")
    const account = { other_holder: false, by_form: false }
    const paid = { ...owner, ...account, not_paid_here: false, rest: false }
    expect(need({ ...paid, not_paid_here: true })).toBe("not_paid_here")
    expect(need({ ...paid, rest: true })).toBe("rest")
    expect(need({ ...paid, by_form: true })).toBe("by_form")
    expect(need(paid)).toBe("above_limit")
    const small = { ...paid, amount: m("1") }
    expect(need(small)).toBe("daily_limit")
    expect(need({ ...small, today: m("4999999") })).toBeNull()
  })
})

describe("the right to approve a payout", () => {
  const NOON = new Date("2026-03-01T12:00:00Z")
  const BEFORE = new Date("2026-02-01T12:00:00Z")
  const payout = {
    ...{ created_by: "user_maker", since: NOON },
    makers: ["user_editor", "user_maker"],
  }
  const person = (id: string, change: Partial<UserAccount> = {}) =>
    user(id, { email: `${id}@example.com`, created_at: BEFORE, earlier: [], ...change })
  const other = person("user_other")

  it("belongs to any user who had no part in the payout", () => {
    expect(approvalRefusal(other, payout, null)).toBeNull()
    expect(approvalRefusal(other, { ...payout, created_by: null, makers: [] }, null)).toBeNull()
  })

  it("belongs to approvers alone when the option names them", () => {
    expect(approvalRefusal(other, payout, ["user_other@example.com"])).toBeNull()
    expect(approvalRefusal(other, payout, ["boss@example.com"])).toBe("not_an_approver")
    const maker = person("user_maker")
    expect(approvalRefusal(maker, payout, ["user_maker@example.com"])).toBe("creator")
  })

  it.each([
    ["who had it first", "user_ana", [], null],
    ["who has it after somebody else", "user_new", ["user_ana"], "email_of_another"],
    ["who has it after several", "user_new", ["user_x", "user_ana"], "email_of_another"],
  ] as const)("belongs by an e-mail only to the user %s", (_which, id, earlier, refusal) => {
    const holder = person(id, { email: "ana@example.com", earlier })
    expect(approvalRefusal(holder, payout, ["ana@example.com"])).toBe(refusal)
    // The option can name them by their id, and then nobody else by the e-mail.
    expect(approvalRefusal(holder, payout, [id])).toBeNull()
    expect(approvalRefusal(holder, payout, ["user_ana2"])).toBe("not_an_approver")
    // Without the option an e-mail decides nothing.
    expect(approvalRefusal(holder, payout, null)).toBeNull()
  })

  it("does not belong to a user whose e-mail is the id of an approver", () => {
    const sly = person("user_sly", { email: "user_ana" })
    expect(approvalRefusal(sly, payout, ["user_ana"])).toBe("not_an_approver")
  })

  it("belongs to an approver whatever a later user with the same e-mail did", () => {
    const made = { ...payout, created_by: "user_new", makers: ["user_new"] }
    const ana = person("user_ana", { email: "ana@example.com" })
    expect(approvalRefusal(ana, made, ["ana@example.com"])).toBeNull()
  })

  it("tells a user whose e-mail another one had before what to do, under the name of no approver", () => {
    expect(approvalRefusalCode("email_of_another")).toBe("not_an_approver")
    expect(approvalRefusalText("email_of_another")).toContain("by the id of your user")
  })

  it("is refused to a user who is younger than the payout", () => {
    const created_at = new Date(NOON.getTime() + 1)
    const invited = person("user_new", { created_at })
    expect(approvalRefusal(invited, payout, null)).toBe("too_new")
    expect(approvalRefusal(invited, payout, ["user_new@example.com"])).toBe("too_new")
    expect(approvalRefusal(person("user_new", { created_at: NOON }), payout, null)).toBeNull()
  })

  it("is refused to a maker who was removed and invited again with the same e-mail", () => {
    const again = { earlier: ["user_editor"] }
    expect(approvalRefusal(person("user_again", again), payout, null)).toBe("maker")
  })

  it.each([
    ["an API key", apiKey("apk_1", "user_other"), "not_a_user"],
    ["a customer", { ...user("cus_1"), type: "customer" }, "not_a_user"],
    ["the system", SYSTEM, "not_a_user"],
    ["a user who is not signed in", user("user_other"), "not_a_user"],
    ["the creator", person("user_maker"), "creator"],
    ["an editor", person("user_editor"), "maker"],
  ] as const)("is refused to %s", (_who, actor, refusal) => {
    expect(approvalRefusal(actor, payout, null)).toBe(refusal)
    expect(approvalRefusalText(refusal)).toMatch(/^\p{Lu}.+\.$/u)
    expect(approvalRefusalCode(refusal)).toBe("second_person")
  })

  it("is refused to all but named approvers while a key without a known user had a part in it", () => {
    const makers = makersOf(makerOf(apiKey("apk_1", null)))
    const unknown = { ...payout, created_by: null, makers }
    expect(approvalRefusal(other, unknown, null)).toBe("unknown_maker")
    expect(approvalRefusal(other, unknown, ["user_other@example.com"])).toBeNull()
  })

  /** Everybody who can act on a payout, by the person behind. */
  const people = ["user_a", "user_b", "user_c"]
  const actors = [
    ...people.flatMap((person) => [user(person), apiKey(`apk_of_${person}`, person)]),
    ...[apiKey("apk_lost", null), SHOPPER, SYSTEM],
  ]

  it("is refused exactly to the persons behind a payout, for every maker, two editors and approver", () => {
    let rows = 0
    for (const maker of actors) {
      for (const first of actors) {
        for (const second of actors) {
          const acted = [maker, first, second]
          const makers = makersOf(...acted.map(makerOf))
          const made = { created_by: maker.person, since: NOON, makers }
          const isUnknown = acted.some(({ id }) => id === "apk_lost")
          for (const approver of people) {
            const tookPart = acted.some(({ person }) => person === approver)
            const refusal = approvalRefusal(person(approver), made, null)
            expect(refusal !== null).toBe(tookPart || isUnknown)
            rows++
          }
        }
      }
    }
    expect(rows).toBe(9 ** 3 * 3)
  })
})

describe("the first act that made a payout what it is", () => {
  const at = (hour: number) => new Date(Date.UTC(2026, 2, 1, hour))
  const MADE = 12
  const hours = [6, 9, 12, 15]
  /** A beneficiary or a rule: made, changed, and copied in its present version, an earlier one, or confirmed. */
  const copies = hours.flatMap((created) =>
    hours
      .filter((changed) => changed >= created)
      .flatMap((changed) =>
        ["present", "earlier", "confirmed"].map((copy) => ({ created, changed, copy }))
      )
  )
  type Copy = (typeof copies)[number]
  const copied = ({ created, changed, copy }: Copy) => ({
    version: copy === "confirmed" ? null : copy === "present" ? 2 : 1,
    row: { version: 2, created_at: at(created), unconfirmed_since: at(changed) },
  })
  const hourOf = ({ created, changed, copy }: Copy) =>
    copy === "confirmed" ? MADE : copy === "present" ? changed : created

  it(`is never later than the payout nor than an unconfirmed change (${copies.length ** 2} rows)`, () => {
    for (const beneficiary of copies) {
      for (const rule of copies) {
        const first = firstAct(at(MADE), [copied(beneficiary), copied(rule)])
        expect(first).toEqual(at(Math.min(MADE, hourOf(beneficiary), hourOf(rule))))
      }
    }
  })

  it("is the payout's own when it copied nothing", () => {
    expect(firstAct(at(MADE), [])).toEqual(at(MADE))
  })
})

describe("an actor among the makers", () => {
  it.each([
    ["a user", user("user_1"), "user_1"],
    ["a key of a user", apiKey("apk_1", "user_1"), "user_1"],
    ["a key without a user", apiKey("apk_1", null), "key:apk_1"],
    ["the shopper", SHOPPER, null],
    ["the system", SYSTEM, null],
  ])("%s is %s", (_who, actor, maker) => {
    expect(makerOf(actor)).toBe(maker)
  })
})
