import type { PayoutBooks } from "../payout-books"
import { payoutProgressViolations } from "../payout-progress"
import type { ParcelRecord } from "../seller-books"
import { sellerViolations } from "../seller-invariants"
import { soundBooks } from "./sound-books"

/** Two pieces sold for 100,000 less 15 percent, packed and shipped whole; the seller got 80 percent of it. */
function soundShare(): PayoutBooks {
  const { out }: { out: PayoutBooks } = soundBooks()
  return {
    ...out,
    paid: [
      {
        ...{ ticket: "ticket_1", reference: "out_1", payout_id: "payout_1", status: "APPROVED" },
        ...{
          amount: 68_000,
          paid_amount: null,
          currency: "COP",
          contradicted: false,
          arrived_at: 0,
        },
        ...{ account_last_four: "1099", legal_doc_type: "CC" },
      },
    ],
    payouts: [
      {
        ...{ id: "payout_1", account: "co", status: "approved", reason: null, source: "rule" },
        ...{ source_id: "payrul_1:ful_1", transaction_id: null, refund_id: null, anomaly_id: null },
        ...{ amount: "68000", currency: "COP", reference: "out_1", version: 1, rest_of: null },
        ...{
          approved_version: 1,
          created_by: null,
          makers: ["user_1", "user_2"],
          approved_by: null,
        },
        ...{ has_destination: true, submit_overdue: null, release_overdue: null },
      },
    ],
    sellers: {
      rules: [
        {
          ...{
            id: "payrul_1",
            percent: "80",
            percents: ["80"],
            tax: true,
            trigger: "shipment.created" as const,
          },
          currency: "COP",
        },
      ],
      parcels: [
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
              ...{ discount: "15000", tax_rate: "19", tax_inclusive: true },
            },
          ],
        },
      ],
      shares: [
        {
          ...{ payout_id: "payout_1", source_id: "payrul_1:ful_1", rule_id: "payrul_1" },
          ...{ fulfillment_id: "ful_1", order_amount: "68000", covered_amount: "0" },
        },
      ],
    },
  }
}

function found(spoil: (out: PayoutBooks) => unknown): string[] {
  const out = soundShare()
  spoil(out)
  return [...new Set(sellerViolations(out).map(({ invariant }) => invariant))]
}

/** As if the seller got so much, of a parcel that this became of. */
function paid(amount: number, change: Partial<ParcelRecord> = {}, returned = 0): string[] {
  return found(({ paid, payouts, sellers }) => {
    paid[0].amount = amount
    payouts[0].amount = String(amount)
    Object.assign(sellers.parcels[0], change)
    sellers.parcels[0].lines[0].returned = returned
  })
}

const LITTLE = "no seller is underpaid"
const MUCH = "no seller gets more than the share"

test("the seller audit accepts a share that was paid once in full", () => {
  expect(found(() => undefined)).toEqual([])
})

test("the seller audit reports a share that is a peso more or less than the fulfillment's goods give", () => {
  expect(paid(67_999)).toEqual([LITTLE])
  expect(paid(68_001)).toEqual([MUCH])
})

test("the seller audit computes a share from the fulfilled goods, with or without tax, rounded down", () => {
  const share = (percent: string, tax: boolean, packed: number, amount: number) =>
    found(({ paid, payouts, sellers }) => {
      Object.assign(sellers.rules[0], { percent, percents: [percent], tax })
      sellers.parcels[0].lines[0].packed = packed
      sellers.shares[0].order_amount = String(amount)
      payouts[0].amount = String(amount)
      paid[0].amount = amount
    })
  expect(share("80", true, 1, 34_000)).toEqual([])
  expect(share("80", false, 2, 57_142)).toEqual([])
  expect(share("33.3333", true, 2, 28_333)).toEqual([])
  const wrong = "a share is the percent of the goods in the parcel"
  expect(share("80", false, 2, 57_143)).toEqual([wrong, MUCH])
  expect(share("80", true, 2, 34_000)).toEqual([wrong, LITTLE])
})

test("the seller audit accepts a share by a percent that its rule had before", () => {
  const changed = (percents: string[]) =>
    found(({ sellers }) => Object.assign(sellers.rules[0], { percent: "40", percents }))
  expect(changed(["80", "40"])).toEqual([])
  expect(changed(["60", "40"])).toContain("a share is the percent of the goods in the parcel")
})

test("the seller audit accepts a share lower by what was returned or refunded, but no lower", () => {
  expect(paid(34_000, {}, 1)).toEqual([])
  expect(paid(33_998, {}, 1)).toEqual([LITTLE])
  expect(paid(60_000, { refunded: "10000" })).toEqual([])
  expect(paid(59_998, { refunded: "10000" })).toEqual([LITTLE])
  expect(paid(68_001, { refunded: "10000" })).toEqual([MUCH])
  expect(paid(1, { refunded: "10000", even: false })).toEqual([])
})

test("the seller audit reports a share of a changed order only above the price without discount", () => {
  expect(paid(1, { edited: true })).toEqual([])
  expect(paid(80_000, { edited: true })).toEqual([])
  expect(paid(80_001, { edited: true })).toEqual([MUCH])
})

test("the seller audit counts a share paid elsewhere, but not one that the service rejected or contradicted", () => {
  const elsewhere = (amount: string) =>
    found((out) => {
      out.paid = []
      Object.assign(out.payouts[0], { status: "paid_elsewhere", amount })
    })
  expect(elsewhere("68000")).toEqual([])
  expect(elsewhere("60000")).toEqual([LITTLE])
  const refused = (change: Partial<PayoutBooks["paid"][number]>) =>
    found(({ paid, payouts }) => {
      Object.assign(paid[0], { amount: 60_000, ...change })
      Object.assign(payouts[0], { status: "rejected", amount: "60000" })
    })
  expect(refused({ status: "REJECTED" })).toEqual([])
  expect(refused({ contradicted: true })).toEqual([])
})

test("the seller audit reports a share paid twice, also by two payouts of the same fulfillment and rule", () => {
  const twice = "a share is paid once"
  const again = (status: string) =>
    found(({ paid }) => paid.push({ ...paid[0], ticket: "ticket_2", reference: "out_2", status }))
  expect(again("PENDING")).toContain(twice)
  expect(again("REJECTED")).toEqual([])
  const another = found(({ paid, payouts, sellers }) => {
    paid.push({ ...paid[0], ticket: "ticket_2", payout_id: "payout_2" })
    payouts.push({ ...payouts[0], id: "payout_2" })
    sellers.shares.push({ ...sellers.shares[0], payout_id: "payout_2" })
  })
  expect(another).toEqual([twice, "no parcel pays more than it is worth"])
})

test("the seller audit reports correct shares that together exceed the worth of their fulfillment", () => {
  const spoiled = found(({ paid, payouts, sellers }) => {
    sellers.rules.push({ ...sellers.rules[0], id: "payrul_2" })
    const payout = { payout_id: "payout_2", rule_id: "payrul_2", source_id: "payrul_2:ful_1" }
    sellers.shares.push({ ...sellers.shares[0], ...payout })
    payouts.push({ ...payouts[0], id: "payout_2", source_id: "payrul_2:ful_1" })
    paid.push({ ...paid[0], ticket: "ticket_2", payout_id: "payout_2" })
  })
  expect(spoiled).toEqual(["no parcel pays more than it is worth"])
})

test("the seller audit reports a share paid for a canceled fulfillment unless an anomaly shows it", () => {
  const shown = (kind: string | null) =>
    found(({ questions, sellers }) => {
      sellers.parcels[0].canceled = true
      if (kind !== null) {
        questions.push({
          ...{ id: "payano_1", kind, status: "open", action: null, payout_id: "payout_1" },
          ...{ transaction_id: null, subject: "payout_1", refund_amount: null },
          ...{ reason: null, amount: null },
        })
      }
    })
  const invariant = "what was paid for a canceled parcel is shown"
  expect(shown("payout_for_canceled_fulfillment")).toEqual([])
  expect(shown("payout_unknown")).toEqual([invariant])
  expect(shown(null)).toEqual([invariant])
})

test.each(["held", "awaiting_destination", "awaiting_approval", "queued"])(
  "the seller audit reports a payout of a canceled fulfillment that is still %s",
  (status) => {
    const spoiled = found((out) => {
      out.paid = []
      out.payouts[0].status = status
      out.sellers.parcels[0].canceled = true
    })
    expect(spoiled).toEqual(["a canceled parcel pays nobody any more"])
  }
)

test("the seller audit reports an owed share that the plugin canceled, but not one that an operator canceled", () => {
  const given = (actor_type: string, change: Partial<ParcelRecord> = {}) =>
    found((out) => {
      out.paid = []
      out.payouts[0].status = "canceled"
      const line = { subject_id: "payout_1", action: "canceled", actor_type, actor_id: null }
      out.audit.push({ ...line, from_status: "held", to_status: "canceled", facts: null, at: 0 })
      Object.assign(out.sellers.parcels[0], change)
    })
  expect(given("system")).toEqual(["no share is withdrawn for nothing"])
  expect(given("user")).toEqual([])
  expect(given("system", { canceled: true })).toEqual([])
  expect(given("system", { refunded: "85000" })).toEqual([])
  expect(given("system", { refunded: "20000" })).toEqual(["no share is withdrawn for nothing"])
})

test("the seller audit accepts a share that an earlier payout for a canceled fulfillment covers, and nothing more", () => {
  const covered = (amount: string, left: number) =>
    found(({ paid, payouts, sellers, audit, questions }) => {
      sellers.parcels.unshift({ ...sellers.parcels[0], id: "ful_0", canceled: true })
      const former = { payout_id: "payout_0", source_id: "payrul_1:ful_0", fulfillment_id: "ful_0" }
      sellers.shares[0].covered_amount = amount
      sellers.shares.unshift({ ...sellers.shares[0], ...former, covered_amount: "0" })
      payouts.unshift({ ...payouts[0], id: "payout_0", source_id: "payrul_1:ful_0" })
      payouts[0].amount = String(left)
      payouts[1].status = "canceled"
      paid[0] = { ...paid[0], payout_id: "payout_0", amount: left }
      const line = { subject_id: "payout_1", action: "canceled", actor_type: "system" }
      const to = {
        actor_id: null,
        from_status: "queued",
        to_status: "canceled",
        facts: null,
        at: 0,
      }
      audit.push({ ...line, ...to })
      questions.push({
        ...{ id: "payano_1", kind: "payout_for_canceled_fulfillment", status: "resolved" },
        ...{ action: "settled", payout_id: "payout_0", transaction_id: null, subject: "payout_0" },
        ...{ refund_amount: null, reason: null, amount: null },
      })
    })
  expect(covered("68000", 68_000)).toEqual([])
  expect(covered("67999", 68_000)).toEqual(["no share is withdrawn for nothing"])
  expect(covered("68000", 67_999)).toContain("a share is covered by what left")
})

test("the seller audit reports a fulfillment without its due share unless nothing_due was recorded", () => {
  const forgotten = (change: (out: PayoutBooks) => unknown) =>
    found((out) => {
      Object.assign(out, { paid: [], payouts: [] })
      out.sellers.shares = []
      change(out)
    })
  expect(forgotten(() => undefined)).toEqual(["no share is forgotten"])
  expect(forgotten(({ sellers }) => (sellers.parcels[0].shipped = false))).toEqual([])
  expect(forgotten(({ sellers }) => (sellers.parcels[0].canceled = true))).toEqual([])
  expect(forgotten(({ sellers }) => (sellers.rules[0].currency = "PEN"))).toEqual([])
  const told = {
    subject_id: "payrul_1:ful_1",
    action: "nothing_due",
    actor_type: "system",
    actor_id: null,
  }
  const told_so = ({ audit }: PayoutBooks) =>
    audit.push({ ...told, from_status: null, to_status: null, facts: null, at: 0 })
  expect(forgotten(told_so)).toEqual([])
})

test("the seller audit reports a share of a fulfillment that is missing or not shipped yet", () => {
  const invariant = "no share without what it is for"
  expect(found(({ sellers }) => (sellers.parcels[0].shipped = false))).toEqual([invariant])
  expect(found(({ sellers }) => (sellers.parcels = []))).toEqual([invariant])
})

test("the seller audit reports a share approved by the operator who set its percent or destination", () => {
  const agreed = (change: Partial<PayoutBooks["payouts"][number]>) =>
    found(({ payouts }) => {
      Object.assign(payouts[0], change)
    })
  expect(agreed({ approved_by: "user_3" })).toEqual([])
  expect(agreed({ approved_by: "user_2" })).toEqual(["a share is agreed to by another"])
  expect(agreed({ approved_by: "user_1" })).toEqual(["a share is agreed to by another"])
})

test("the payout progress audit accepts a held share only while its order is unpaid", () => {
  const held = (reason: string, paid_for: boolean) => {
    const out = soundShare()
    Object.assign(out.payouts[0], { status: "held", reason, release_overdue: -30 })
    out.sellers.parcels[0].paid_for = paid_for
    return payoutProgressViolations(out).map(({ invariant }) => invariant)
  }
  const stuck = ["no payout is stuck"]
  expect(held("payment_not_captured", false)).toEqual([])
  expect(held("payment_not_captured", true)).toEqual(stuck)
  expect(held("refund_young", false)).toEqual(stuck)
})
