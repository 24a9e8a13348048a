import type { LineRecord, PayoutBooks } from "../payout-books"
import { fourEyesViolations } from "../four-eyes-invariants"
import { soundPayout } from "./sound-payout"

const TWO = "two persons stand behind what leaves"
const OWN = "nobody agrees to what they made"
const DAY = "no more leaves in a day by one person's word"
/** Noon in Bogota, and when the payout of these books is claimed. */
const CLAIMED = 86_400 * 100 + 17 * 3_600

function line(seconds: number, action: string, change: Partial<LineRecord> = {}): LineRecord {
  return {
    ...{ subject_id: "payout_1", action, actor_type: "user", actor_id: "user_1" },
    ...{ from_status: null, to_status: null, facts: null, at: CLAIMED + seconds },
    ...change,
  }
}

/** A payout of 60,000 pesos that one person ordered and that left. */
function found(spoil: (out: PayoutBooks) => unknown): string[] {
  const { out } = soundPayout()
  Object.assign(out.payouts[0], { source: "operator", transaction_id: null })
  out.audit = [
    line(-600, "created", { to_status: "queued" }),
    line(0, "claimed", { actor_type: "system", facts: { reference: "out_1" } }),
  ]
  out.fourEyes.needs = [{ payout_id: "payout_1", beneficiary_id: null, unconfirmed: false }]
  spoil(out)
  return fourEyesViolations(out).map(({ invariant }) => invariant)
}

const approve = (seconds: number, actor_id: string, version = 1) =>
  line(seconds, "approval_given", { actor_id, facts: { version }, to_status: "queued" })

function large(out: PayoutBooks): void {
  out.paid[0].amount = 100_001
}

test("the audit of two persons accepts a payout below the limit by one person's word", () => {
  expect(found(() => undefined)).toEqual([])
})

describe("a payout above the limit", () => {
  const with_ = (...lines: LineRecord[]) =>
    found((out) => {
      large(out)
      out.audit.push(...lines)
    })

  it("needs another person", () => {
    expect(with_()).toEqual([TWO])
    expect(with_(approve(-300, "user_2"))).toEqual([])
    expect(with_(approve(-300, "user_1"))).toEqual([OWN, TWO])
  })

  it("needs a person who is signed in, and no part of theirs in it, also by a key", () => {
    const byKey = found((out) => {
      large(out)
      out.audit.push({ ...approve(-300, "apk_2"), actor_type: "api-key" })
    })
    expect(byKey).toContain(OWN)
    const ownKey = found((out) => {
      large(out)
      out.fourEyes.keys = [{ id: "apk_2", person: "user_2" }]
      Object.assign(out.audit[0], { actor_type: "api-key", actor_id: "apk_2" })
      out.audit.push(approve(-300, "user_2"))
    })
    expect(ownKey).toEqual([OWN, TWO])
  })

  it("needs that person for the version that leaves", () => {
    const edit = (seconds: number, actor_id: string) =>
      line(seconds, "edited", { actor_id, facts: { account_last_four: "3001" } })
    expect(with_(approve(-300, "user_2"), edit(-200, "user_3"))).toEqual([TWO])
    expect(with_(edit(-300, "user_3"), approve(-200, "user_2", 2))).toEqual([])
    // Claimed before under the same reference, and not sent: it leaves in the version of its last claim.
    const unsent = line(-400, "claimed", { actor_type: "system", facts: { reference: "out_1" } })
    const edited = [unsent, edit(-300, "user_3"), approve(-200, "user_2", 2)]
    expect(found((out) => void (large(out), out.audit.splice(1, 0, ...edited)))).toEqual([])
    expect(with_(edit(-300, "user_2"), approve(-200, "user_2", 2))).toEqual([OWN, TWO])
    // What waited for the row came before, though it began later.
    expect(with_(approve(-300, "user_2"), edit(-5, "user_3"))).toEqual([])
  })

  it("does not count that somebody else was let go by the confirmation of a beneficiary", () => {
    const released = line(-100, "edited", { actor_id: "user_2", to_status: "awaiting_approval" })
    expect(with_(released, approve(-50, "user_2"))).toEqual([])
  })
})

test("the audit of two persons reports a refund to another document than the payer's", () => {
  const refunded = (legal_doc_type: string, ...lines: LineRecord[]) =>
    found((out) => {
      out.payouts[0].transaction_id = "payin_1"
      out.paid[0].legal_doc_type = legal_doc_type
      out.audit.push(...lines)
    })
  expect(refunded("CC")).toEqual([])
  expect(refunded("PPN")).toEqual([TWO])
  expect(refunded("PPN", approve(-300, "user_2"))).toEqual([])
})

describe("a payout to a beneficiary", () => {
  const beneficiary = (
    seconds: number,
    action: string,
    change: Partial<LineRecord> = {}
  ): LineRecord => line(seconds, action, { subject_id: "paybnf_1", ...change })
  const account = (last: string) => ({ account_last_four: last })
  const confirm = (seconds: number, actor_id: string, version: number) =>
    beneficiary(seconds, "confirmed", { actor_id, facts: { version } })
  const paid = (last: string, ...lines: LineRecord[]) =>
    found((out) => {
      out.paid[0].account_last_four = last
      out.fourEyes.needs[0].beneficiary_id = "paybnf_1"
      out.audit.unshift(beneficiary(-900, "created", { facts: account("1099") }), ...lines)
    })

  it("goes to an account that another person confirmed before", () => {
    expect(paid("1099")).toEqual([TWO])
    expect(paid("1099", confirm(-800, "user_2", 1))).toEqual([])
    expect(paid("1099", confirm(60, "user_2", 1))).toEqual([TWO])
    expect(paid("1099", confirm(-800, "user_1", 1))).toEqual([OWN])
    expect(paid("1099", { ...confirm(-800, "user_2", 1), actor_type: "api-key" })).toEqual([OWN])
  })

  it("goes to no account that was given since and not confirmed", () => {
    const edited = beneficiary(-700, "edited", { actor_id: "user_2", facts: account("3001") })
    const lines = [confirm(-800, "user_2", 1), edited]
    expect(paid("3001", ...lines)).toEqual([TWO])
    expect(paid("1099", ...lines)).toEqual([])
    expect(paid("3001", ...lines, confirm(-650, "user_3", 2))).toEqual([])
    expect(paid("3001", ...lines, approve(-650, "user_3"))).toEqual([])
    expect(paid("3001", ...lines, confirm(-650, "user_2", 2))).toEqual([OWN])
  })

  it("waits as long as its own row says that nobody confirmed", () => {
    const unconfirmed = found(({ fourEyes }) => (fourEyes.needs[0].unconfirmed = true))
    expect(unconfirmed).toEqual([TWO])
  })
})

test("the audit of two persons reports a share by a percent that nobody confirmed", () => {
  const share = (...lines: LineRecord[]) =>
    found((out) => {
      out.sellers.rules = [
        {
          ...{ id: "payrul_1", percent: "60", percents: ["50", "60"], tax: true },
          ...{ trigger: "shipment.created" as const, currency: "COP" },
        },
      ]
      out.sellers.parcels = [
        {
          ...{ id: "ful_1", order_id: "order_1", currency: "COP", canceled: false, shipped: true },
          ...{
            delivered: false,
            paid_for: true,
            owes: false,
            even: true,
            edited: false,
            refunded: "0",
          },
          lines: [
            {
              ...{ line_id: "ordli_1", packed: 2, ordered: 2, returned: 0, unit_price: "50000" },
              ...{ discount: "0", tax_rate: "19", tax_inclusive: true },
            },
          ],
        },
      ]
      out.sellers.shares = [
        {
          ...{ payout_id: "payout_1", source_id: "payrul_1:ful_1", rule_id: "payrul_1" },
          ...{ fulfillment_id: "ful_1", order_amount: "60000", covered_amount: "0" },
        },
      ]
      out.audit.unshift(...lines)
    })
  const rule = (seconds: number, action: string, actor_id: string, facts: LineRecord["facts"]) =>
    line(seconds, action, { subject_id: "payrul_1", actor_id, facts })
  const confirmed = [
    rule(-900, "created", "user_1", { percent: 50 }),
    rule(-890, "confirmed", "user_2", { version: 1 }),
  ]
  const raised = [...confirmed, rule(-800, "edited", "user_1", { percent: 60 })]
  expect(share(...raised)).toEqual([TWO])
  expect(share(...raised, rule(-700, "confirmed", "user_2", { version: 2 }))).toEqual([])
  const lowered = [
    rule(-900, "created", "user_1", { percent: 60 }),
    rule(-890, "confirmed", "user_2", { version: 1 }),
    rule(-800, "edited", "user_2", { percent: 30 }),
  ]
  expect(share(...lowered)).toEqual([])
})

test("the audit of two persons counts what one person alone lets go in a day", () => {
  const again = (count: number, change: (n: number) => Partial<LineRecord>) =>
    found((out) => {
      for (let n = 2; n <= count; n++) {
        const [id, reference] = [`payout_${n}`, `out_${n}`]
        out.payouts.push({ ...out.payouts[0], id })
        out.paid.push({ ...out.paid[0], payout_id: id, reference })
        out.audit.push(
          line(-86_400, "created", { subject_id: id, to_status: "queued" }),
          line(0, "claimed", { subject_id: id, facts: { reference }, ...change(n) })
        )
      }
    })
  expect(again(3, () => ({}))).toEqual([])
  expect(again(4, () => ({}))).toEqual([DAY])
  expect(again(4, (n) => (n === 4 ? { at: CLAIMED - 80_000 } : {}))).toEqual([])
})

test("the audit of two persons takes an approval for one send, until a person says that it was not paid", () => {
  const agreed = (...further: LineRecord[]) =>
    found((out) => {
      large(out)
      out.audit.push(approve(-600, "user_2"), ...further)
    })
  const concluded = (outcome: string) =>
    line(-300, "concluded", { actor_id: "user_2", facts: { outcome } })
  expect(agreed(concluded("paid"))).toEqual([])
  expect(agreed(concluded("not_paid"))).toEqual([TWO])
  expect(agreed(concluded("not_paid"), approve(-200, "user_2"))).toEqual([])
})

test("the audit of two persons reports who said alone, above the limit, how their own payout ended", () => {
  const said = (action: string, amount: string, actor_id: string) =>
    found((out) =>
      out.audit.push(line(60, action, { actor_id, facts: { amount, outcome: "paid" } }))
    )
  for (const action of ["concluded", "paid_elsewhere"]) {
    expect(said(action, "60000", "user_1")).toEqual([])
    expect(said(action, "100001", "user_1")).toEqual([OWN])
    expect(said(action, "100001", "user_2")).toEqual([])
  }
})
