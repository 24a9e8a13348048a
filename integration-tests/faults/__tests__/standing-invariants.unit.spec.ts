import type { PayoutBooks } from "../payout-books"
import { payoutProgressViolations } from "../payout-progress"
import { standingViolations } from "../standing-invariants"
import { question, soundPayout } from "./sound-payout"

const SETTLED = {
  payout_id: "payout_1",
  transaction_id: "payin_1",
  reference: "pin_1",
  settled_at: 900,
}
/** The service's clock when the payout of the sound books arrived. */
const ARRIVED = 1_001_000

/** The refund, whose pay-in was looked at in the second before it arrived at the service. */
function found(spoil: (out: PayoutBooks) => unknown): string[] {
  const books = soundPayout()
  const { out } = books
  out.sources = [SETTLED]
  out.looks = [{ reference: "pin_1", at: ARRIVED - 1_000 }]
  out.audit[2].facts = { reference: "out_1" }
  spoil(out)
  return standingViolations(books).map(({ invariant }) => invariant)
}

const TAKEN_BACK = "nothing leaves for a pay-in that was taken back"
const UNSEEN = "money leaves only after a look at its pay-in"
const from = (secondsBefore: number, until: number | null = null) => ({
  reference: "pin_1",
  from: ARRIVED - secondsBefore * 1_000,
  until,
})

test("the standing audit accepts a payout whose pay-in was seen approved right before", () => {
  expect(found(() => undefined)).toEqual([])
})

test("the standing audit reports a payout for a pay-in that was taken back before the last look", () => {
  const longAgo = [{ reference: "pin_1", at: ARRIVED - 151_000 }]
  const spoiled = (looks: PayoutBooks["looks"]) =>
    found((out) => Object.assign(out, { looks, reversals: [from(140)] }))
  expect(spoiled(longAgo)).toEqual([TAKEN_BACK])
  expect(spoiled([])).toEqual([TAKEN_BACK])
  expect(spoiled([{ reference: "pin_2", at: ARRIVED }])).toEqual([TAKEN_BACK])
})

test("the standing audit accepts that a pay-in is taken back between the look and the send, as long as a claim lasts", () => {
  expect(found((out) => (out.reversals = [from(0.5)]))).toEqual([])
})

test("the standing audit reports a payout that left without a look, whether its pay-in stood or stands again", () => {
  const unseen = (reversals: PayoutBooks["reversals"]) =>
    found((out) => Object.assign(out, { looks: [], reversals }))
  expect(unseen([])).toEqual([UNSEEN])
  expect(unseen([from(600, ARRIVED - 60_000)])).toEqual([UNSEEN])
  expect(unseen([from(-60)])).toEqual([UNSEEN])
})

test("the standing audit asks for no look at a pay-in that was settled after the payout was claimed", () => {
  const late = (settled_at: number | null) =>
    found((out) => Object.assign(out, { looks: [], sources: [{ ...SETTLED, settled_at }] }))
  expect(late(1_001)).toEqual([])
  expect(late(null)).toEqual([])
})

test("the standing audit asks for that look at the last claim of a reference that did not leave before", () => {
  const again = found((out) => {
    Object.assign(out, { looks: [], sources: [{ ...SETTLED, settled_at: 950 }] })
    out.audit.splice(2, 0, { ...out.audit[2], at: 920 })
  })
  expect(again).toEqual([UNSEEN])
})

describe("a payout that waits for its pay-in", () => {
  const waiting = (spoil: (out: PayoutBooks) => unknown) => {
    const { out } = soundPayout()
    Object.assign(out.payouts[0], { status: "queued", reason: "payin_doubted" })
    Object.assign(out, { paid: [], attempts: [], sources: [SETTLED] })
    spoil(out)
    return payoutProgressViolations(out).map(({ invariant }) => invariant)
  }

  it("is stuck once the pay-in stands again", () => {
    expect(waiting(() => undefined)).toEqual(["no payout is stuck"])
    expect(waiting((out) => (out.reversals = [from(60, ARRIVED)]))).toEqual(["no payout is stuck"])
  })

  it("waits rightly while the service takes the pay-in back, or a person is asked about it", () => {
    expect(waiting((out) => (out.reversals = [from(60)]))).toEqual([])
    const asked = question({ payout_id: null, transaction_id: "payin_1" })
    expect(waiting(({ questions }) => questions.push(asked))).toEqual([])
  })
})
