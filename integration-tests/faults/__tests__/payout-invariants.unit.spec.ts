import type { Books } from "../books"
import { payoutViolations } from "../payout-invariants"
import type { PayoutBooks } from "../payout-books"
import { question, soundPayout } from "./sound-payout"

function found(spoil: (out: PayoutBooks, books: Books) => unknown): string[] {
  const books = soundPayout()
  spoil(books.out, books)
  return [...new Set(payoutViolations(books).map(({ invariant }) => invariant))]
}

const STUCK = "no payout is stuck"

test("the payout audit accepts a refund that was paid once", () => {
  expect(found(() => undefined)).toEqual([])
})

test("the payout audit reports a second payout of one intent unless the service rejected the first", () => {
  const again = (status: string, contradicted = false) =>
    found(({ paid, attempts }) => {
      paid.unshift({ ...paid[0], reference: "out_0", ticket: "ticket_0", status, contradicted })
      const first = status === "REJECTED" ? "rejected" : "approved"
      attempts.unshift({ ...attempts[0], reference: "out_0", ticket: "ticket_0", status: first })
    })
  expect(again("APPROVED")).toContain("one intent is paid once")
  expect(again("PENDING")).toContain("one intent is paid once")
  expect(again("REJECTED")).toEqual([])
  expect(again("APPROVED", true)).not.toContain("one intent is paid once")
})

test("the payout audit reports a reference that the service paid twice", () => {
  const spoiled = found(({ paid }) => paid.push({ ...paid[0], ticket: "ticket_2" }))
  expect(spoiled).toEqual([
    ...["one intent is paid once", "never more is given back than arrived"],
    ...["nobody is paid twice in silence", "more than arrived never leaves in silence"],
  ])
})

test("the payout audit reports more money paid out than received, including money paid elsewhere", () => {
  const bound = "never more is given back than arrived"
  expect(found((_, { payIns }) => (payIns[0].approved_amount = "59999"))).toContain(bound)
  expect(found((_, { service }) => (service[0].paid_amount = 59_999))).toContain(bound)
  const manual = found(({ payouts, audit }) => {
    payouts.push({ ...payouts[0], id: "payout_2", status: "paid_elsewhere", source: "operator" })
    audit.push({ ...audit[0], subject_id: "payout_2", to_status: "paid_elsewhere" })
  })
  expect(manual).toContain(bound)
})

test("the payout audit reports a payout that is unknown here or differs from the service's record", () => {
  const known = "every payout at the service is known here, in its state"
  expect(found(({ attempts }) => (attempts[0].reference = "out_2"))).toContain(known)
  expect(found(({ attempts }) => (attempts[0].amount = "6000"))).toContain(known)
  expect(found(({ attempts }) => (attempts[0].payout_id = "payout_2"))).toContain(known)
  expect(found(({ attempts }) => (attempts[0].ticket = "ticket_2"))).toContain(known)
  expect(found(({ paid }) => (paid[0].status = "REJECTED"))).toContain(known)
  expect(found(({ paid }) => (paid[0].payout_id = "payout_2"))).toContain(
    "what is sent was written before"
  )
})

test("the payout audit accepts a payout found after its end only with an anomaly about its status", () => {
  const turnedUp = (kind: string) =>
    found(({ attempts, payouts, questions }) => {
      attempts[0].status = "rejected"
      Object.assign(payouts[0], { status: "rejected", reason: "contradiction" })
      questions.push({
        ...{ id: "payano_1", kind, status: "open", action: null, payout_id: payouts[0].id },
        ...{ transaction_id: null, subject: payouts[0].id },
        ...{ refund_amount: null, reason: null, amount: null },
      })
    })
  const known = "every payout at the service is known here, in its state"
  expect(turnedUp("status_changed_after_final")).not.toContain(known)
  expect(turnedUp("payout_unknown")).toContain(known)
})

test("the payout audit reports a payout whose refund Medusa no longer has", () => {
  const spoiled = found((_, { payments }) => (payments[0].refunds = []))
  expect(spoiled).toEqual(["no payout of a refund that Medusa took back"])
})

test("the payout audit reports a refund that is not fully covered unless an anomaly covers the rest", () => {
  const raise = (books: Books) => (books.payments[0].refunds[0].amount = "70000")
  expect(found((_, books) => raise(books))).toEqual(["a refund is covered whole"])
  const asked = found(({ questions }, books) => {
    raise(books)
    questions.push({
      ...{ id: "payano_1", kind: "refund_without_payout", status: "open", action: null },
      ...{ payout_id: null, transaction_id: "payin_1", subject: "ref_1" },
      ...{ refund_amount: null, reason: null, amount: "10000" },
    })
  })
  expect(asked).toEqual([])
})

test("the payout audit reports a refund decision without its payout", () => {
  const spoiled = found(({ questions }) =>
    questions.push({
      ...{ id: "payano_1", kind: "paid_without_order", status: "resolved", action: "refund" },
      ...{ payout_id: null, transaction_id: "payin_1", subject: "payin_1" },
      ...{ refund_amount: "60000", reason: null, amount: null },
    })
  )
  expect(spoiled).toEqual(["no decision to give back without its payout"])
})

test("the payout audit reports a payout above the limit unless another operator approved its version", () => {
  const makeLarge = (out: PayoutBooks, { payIns, service, payments }: Books) => {
    payIns[0].approved_amount = "600000"
    service[0].paid_amount = 600_000
    payments[0].refunds[0].amount = "600000"
    out.paid[0].amount = 600_000
    out.attempts[0].amount = "600000"
    Object.assign(out.payouts[0], { amount: "600000", created_by: "user_1" })
  }
  const large = (change: Partial<PayoutBooks["payouts"][number]>) =>
    found((out, books) => {
      makeLarge(out, books)
      Object.assign(out.payouts[0], change)
    })
  const invariant = "above the limit two people agree"
  expect(large({ approved_by: "user_2", approved_version: 1 })).toEqual([])
  expect(large({ approved_by: "user_1", approved_version: 1 })).toEqual([invariant])
  expect(
    large({ approved_by: "user_2", approved_version: 1, makers: ["user_1", "user_2"] })
  ).toEqual([invariant])
  expect(large({ approved_by: "user_2", approved_version: 1, version: 2 })).toEqual([invariant])
  const edited = found((out, books) => {
    makeLarge(out, books)
    Object.assign(out.payouts[0], { approved_by: "user_2", approved_version: 1 })
    out.audit.push({ ...out.audit[0], action: "edited", actor_id: "user_2" })
  })
  expect(edited).toContain(invariant)
  expect(large({})).toEqual([invariant])
})

test("the payout audit reports a double click that made two payouts or whose payout is missing", () => {
  const invariant = "a double click pays once"
  const press = (ids: string[]) =>
    found(({ presses }) => presses.push({ makes: "payout", key: "key_1", ids }))
  expect(press(["payout_2"])).toEqual([invariant])
  const twice = found(({ payouts, presses }) => {
    Object.assign(payouts[0], { source: "operator", source_id: "payreq_1" })
    presses.push({ makes: "payout", key: "key_1", ids: ["payout_1", "payout_1"] })
  })
  expect(twice).not.toContain(invariant)
  const two = found(({ payouts, presses }) => {
    Object.assign(payouts[0], { source: "operator", source_id: "payreq_1" })
    payouts.push({ ...payouts[0], id: "payout_2", source_id: "payreq_2" })
    presses.push({ makes: "payout", key: "key_1", ids: ["payout_1"] })
  })
  expect(two).toContain(invariant)
})

test("the payout audit reports a rest that pays more than was left, that nobody else approved, or that is missing", () => {
  /** Half of it was paid, and so much is ordered once more. */
  const withRest = (rest: string, press: string[] = [], approver: string | null = "user_2") =>
    found((out) => {
      const [first] = out.payouts
      out.paid[0].paid_amount = 30_000
      const id = "payout_rest"
      out.payouts.push({ ...first, id, amount: rest, rest_of: first.id, reference: "out_2" })
      first.amount = "30000"
      const attempt = { ...out.attempts[0], id: "payatt_2", payout_id: id, reference: "out_2" }
      out.attempts.push({ ...attempt, ticket: "ticket_2", amount: rest })
      const taken = { ...out.paid[0], ticket: "ticket_2", reference: "out_2", payout_id: id }
      out.paid.push({ ...taken, amount: Number(rest), paid_amount: null })
      const lines = out.audit.map((line) => ({ ...line, subject_id: id }))
      const [claimed] = lines.filter(({ action }) => action === "claimed")
      claimed.facts = { reference: "out_2" }
      const agreed = {
        ...claimed,
        action: "approval_given",
        actor_type: "user",
        actor_id: approver,
      }
      const approved = { ...agreed, from_status: "queued", to_status: "queued" }
      const facts = { version: 1, amount: rest }
      out.audit.push(...lines, ...(approver === null ? [] : [{ ...approved, facts }]))
      out.presses.push({ makes: "rest", key: "key_1", ids: press })
    })
  expect(withRest("30000", ["payout_rest"])).toEqual([])
  expect(withRest("30001")).toContain("a payout and its rests pay what was ordered")
  expect(withRest("30000", ["payout_3"])).toEqual(["a double click pays once"])
  expect(withRest("30000", [], null)).toEqual(["two persons stand behind what leaves"])
})

test("the payout audit reports a step that is missing in the audit trail", () => {
  const invariant = "the audit trail tells each step"
  for (const n of [0, 1, 2, 3, 4]) {
    expect(found(({ audit }) => audit.splice(n, 1))).toEqual([invariant])
  }
})

describe("the audit of payout progress", () => {
  const standing = (
    status: string,
    attempt: string | null,
    change: Partial<PayoutBooks["payouts"][number]> = {}
  ) =>
    found((out) => {
      Object.assign(out.payouts[0], { status, ...change })
      out.paid = []
      out.attempts =
        attempt === null ? [] : [{ ...out.attempts[0], status: attempt, lookup_overdue: -60 }]
      out.audit = [{ ...out.audit[0], to_status: status }]
    })

  test.each([
    ["sending", "sending"],
    ["pending", "pending"],
    ["unknown", "unknown"],
    ["queued", null],
    ["held", null],
  ])("reports a payout that is still %s", (status, attempt) => {
    expect(standing(status, attempt)).toContain(STUCK)
  })

  test.each([
    ["awaiting_approval", null],
    ["rejected", "rejected"],
    ["canceled", null],
    ["paid_elsewhere", "rejected"],
  ])("accepts a payout that is %s, which is over or waits for an operator", (status, attempt) => {
    expect(standing(status, attempt)).toEqual([])
  })

  test("accepts that a payout waits for a destination only when it has none", () => {
    expect(standing("awaiting_destination", null, { has_destination: false })).toEqual([])
    expect(standing("awaiting_destination", null)).toEqual([STUCK])
  })

  test("accepts a payout queued for a low balance only while the balance is low", () => {
    const queued = (COP: number) =>
      found((out) => {
        Object.assign(out.payouts[0], { status: "queued", reason: "low_balance" })
        Object.assign(out, { paid: [], attempts: [], wallets: { COP, PEN: 0 } })
        out.audit = [{ ...out.audit[0], to_status: "queued" }]
      })
    expect(queued(59_999)).toEqual([])
    expect(queued(60_000)).toEqual([STUCK])
  })

  test("accepts a payout queued for a paused account only while a person is asked about another of it", () => {
    const paused = (change: Partial<PayoutBooks["questions"][number]>) =>
      found((out) => {
        Object.assign(out.payouts[0], { status: "queued", reason: "account_paused" })
        Object.assign(out, { paid: [], attempts: [] })
        out.audit = [{ ...out.audit[0], to_status: "queued" }]
        out.questions = [question({ kind: "payout_amount_mismatch", ...change })]
      })
    expect(paused({})).toEqual([])
    expect(paused({ status: "resolved" })).toEqual([STUCK])
    expect(paused({ payout_id: "payout_2" })).toEqual([STUCK])
  })

  test("accepts a payout that the service does not know only with an anomaly", () => {
    const unknown = (isAsked: boolean) =>
      found((out) => {
        Object.assign(out.payouts[0], { status: "unknown", reason: "not_known" })
        out.paid = []
        Object.assign(out.attempts[0], { status: "unknown", lookup_overdue: -60 })
        out.audit = [{ ...out.audit[0], to_status: "unknown" }]
        if (isAsked) {
          out.questions.push({
            ...{ id: "payano_1", kind: "payout_unknown", status: "open", action: null },
            ...{ payout_id: "payout_1", transaction_id: null, subject: "payout_1" },
            ...{ refund_amount: null, reason: null, amount: null },
          })
        }
      })
    expect(unknown(true)).toEqual([])
    expect(unknown(false)).toEqual([STUCK])
  })

  test("reports a payout whose status does not match its attempt", () => {
    const apart = "a payout stands where its attempt does"
    expect(standing("approved", "pending")).toContain(apart)
    expect(standing("queued", "unknown", { reason: "low_balance" })).toContain(apart)
    expect(standing("canceled", "approved")).toContain(apart)
  })
})
