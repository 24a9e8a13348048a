import { majorAmount } from "../money"
import { apiKey, makerOf, makersOf, SHOPPER, SYSTEM, user, type UserAccount } from "../payout-actor"
import {
  approvalRefusal,
  approvalRefusalCode,
  approvalRefusalText,
  needsApproval,
} from "../payout-approval"

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

describe("the right to approve a payout", () => {
  const NOON = new Date("2026-03-01T12:00:00Z")
  const BEFORE = new Date("2026-02-01T12:00:00Z")
  const payout = {
    ...{ created_by: "user_maker", created_at: NOON },
    makers: ["user_editor", "user_maker"],
  }
  const person = (id: string, change: Partial<UserAccount> = {}) =>
    user(id, { email: `${id}@example.com`, created_at: BEFORE, ids: [id], ...change })
  const other = person("user_other")

  it("belongs to any user who had no part in the payout", () => {
    expect(approvalRefusal(other, payout, null)).toBeNull()
    expect(approvalRefusal(other, { ...payout, created_by: null, makers: [] }, null)).toBeNull()
  })

  it("belongs to approvers alone when the option names them", () => {
    expect(approvalRefusal(other, payout, ["user_other@example.com"])).toBeNull()
    expect(approvalRefusal(other, payout, ["boss@example.com"])).toBe("not_an_approver")
    const shared = person("user_other", { email: null })
    expect(approvalRefusal(shared, payout, ["user_other@example.com"])).toBe("not_an_approver")
    const maker = person("user_maker")
    expect(approvalRefusal(maker, payout, ["user_maker@example.com"])).toBe("creator")
  })

  it("is refused to a user who is younger than the payout", () => {
    const created_at = new Date(NOON.getTime() + 1)
    const invited = person("user_new", { created_at })
    expect(approvalRefusal(invited, payout, null)).toBe("too_new")
    expect(approvalRefusal(invited, payout, ["user_new@example.com"])).toBe("too_new")
    expect(approvalRefusal(person("user_new", { created_at: NOON }), payout, null)).toBeNull()
  })

  it("is refused to a maker who was removed and invited again with the same e-mail", () => {
    const again = { ids: ["user_again", "user_editor"] }
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
          const made = { created_by: maker.person, created_at: NOON, makers }
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
