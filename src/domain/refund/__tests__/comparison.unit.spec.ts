import fc from "fast-check"
import { majorAmount, subtractAmounts } from "../../money/amount"
import { compareRefunds, type ComparedPayment, type VanishedRefund } from "../comparison"

const ULID = "01M8GSERCAXGAM478YTY80GF99"
const OTHER = "01M8GSERCAXGAM478YTY80GF98"
let next = 0
const entry = (reference_id: string | null, amount: number, reference = "refund") => ({
  id: `ordtrx_${++next}`,
  reference,
  reference_id,
  amount: subtractAmounts(majorAmount(0), majorAmount(amount)),
})
type Entry = ReturnType<typeof entry>
const payment = (
  refunds: Record<string, number>,
  vanished: readonly VanishedRefund[] = [],
  id = "pay_1"
): ComparedPayment => ({
  id,
  refunds: Object.entries(refunds).map(([ref, amount]) => ({
    id: ref,
    amount: majorAmount(amount),
  })),
  vanished,
})
const takenBack = (id: string, amount: number | null): VanishedRefund => ({
  id,
  amount: amount === null ? null : majorAmount(amount),
  paid: false,
})
const left = (id: string, amount: number): VanishedRefund => ({
  ...takenBack(id, amount),
  paid: true,
})
const written = (id: string, amount: number) => ({ refund_id: id, amount: majorAmount(amount) })

describe("what an order shows as refunded, compared with the Refunds of its payments", () => {
  const NONE = { surplus: [], doubtful: [], unwritten: [] }
  const compared = (payments: readonly ComparedPayment[], entries: readonly Entry[]) => {
    const { surplus, doubtful, unwritten } = compareRefunds(
      payments,
      entries,
      new Set([`ref_${OTHER}`, `pay_${OTHER}`])
    )
    const at = (found: readonly Entry[]) => found.map((one) => entries.indexOf(one))
    return { surplus: at(surplus), doubtful: at(doubtful), unwritten }
  }

  it.each<{ what: string; payments: ComparedPayment[]; entries: Entry[] }>([
    { what: "nothing", payments: [payment({})], entries: [] },
    {
      what: "each Refund once, by its own name",
      payments: [payment({ ref_1: 10, ref_2: 20 })],
      entries: [entry("ref_1", 10), entry("ref_2", 20)],
    },
    {
      what: "a Refund by the payment's name, as Medusa's cancel writes it",
      payments: [payment({ ref_1: 10, ref_2: 50 })],
      entries: [entry("ref_1", 10), entry("pay_1", 50)],
    },
    {
      what: "the Refund of a second cancel by the entry of the first one, whose Refund was taken back",
      payments: [payment({ ref_2: 50 }, [takenBack("ref_1", 50)])],
      entries: [entry("pay_1", 50)],
    },
    {
      what: "a Refund that is gone, but whose money left",
      payments: [payment({}, [left("ref_1", 50)])],
      entries: [entry("ref_1", 50)],
    },
    {
      what: "a Refund that is gone, but whose money left, by the payment's name",
      payments: [payment({}, [left("ref_1", 50)])],
      entries: [entry("pay_1", 50)],
    },
    {
      what: "a Refund with less than it, for which the cancel's entry makes up",
      payments: [payment({ ref_1: 30 }, [takenBack("ref_2", 20)])],
      entries: [entry("pay_1", 20), entry("ref_1", 10)],
    },
    {
      what: "refunds of another provider",
      payments: [payment({ ref_1: 10 })],
      entries: [entry("ref_1", 10), entry(`ref_${OTHER}`, 30), entry(`pay_${OTHER}`, 40)],
    },
    {
      what: "a store's own transactions, also ones that it calls a refund",
      payments: [payment({ ref_1: 10 }, [takenBack("ref_2", 30)])],
      entries: [
        entry("ref_1", 10),
        entry("cash-17", 30),
        entry("ref_17", 30),
        entry(null, 30),
        entry("ref_2", 30, "claim"),
        entry("pay_1", 30, "manual"),
        entry("ref_2", -30),
      ],
    },
  ])("is in order with $what", ({ payments, entries }) => {
    expect(compared(payments, entries)).toEqual(NONE)
  })

  it.each<{ what: string; payments: ComparedPayment[]; entries: Entry[]; surplus: number[] }>([
    {
      what: "names a Refund that Medusa took back",
      payments: [payment({}, [takenBack("ref_1", 50)])],
      entries: [entry("ref_1", 50)],
      surplus: [0],
    },
    {
      what: "names the surplus Refund of a request, whose amount nobody kept",
      payments: [payment({ ref_1: 50 }, [takenBack("ref_2", null)])],
      entries: [entry("ref_1", 50), entry("ref_2", 50)],
      surplus: [1],
    },
    {
      what: "stands for a Refund that Medusa's cancel took back",
      payments: [payment({}, [takenBack("ref_1", 50)])],
      entries: [entry("pay_1", 50)],
      surplus: [0],
    },
    {
      what: "was written by the cancel, and again by whoever found its Refund unwritten",
      payments: [payment({ ref_1: 50 })],
      entries: [entry("ref_1", 50), entry("pay_1", 50)],
      surplus: [1],
    },
    {
      what: "shows its Refund for the second time",
      payments: [payment({ ref_1: 50 })],
      entries: [entry("ref_1", 50), entry("ref_1", 50)],
      surplus: [1],
    },
    {
      what: "shows its Refund for the second time, with a wrong amount",
      payments: [payment({ ref_1: 20 })],
      entries: [entry("ref_1", 50), entry("ref_1", 20)],
      surplus: [0],
    },
    {
      what: "stands beside one of another payment with the same amount",
      payments: [payment({}, [takenBack("ref_1", 50)]), payment({ ref_2: 50 }, [], "pay_2")],
      entries: [entry("pay_1", 50), entry("pay_2", 50)],
      surplus: [0],
    },
  ])("has a surplus entry that $what", ({ payments, entries, surplus }) => {
    expect(compared(payments, entries)).toEqual({ ...NONE, surplus })
  })

  it.each<{ what: string; payments: ComparedPayment[]; entries: Entry[]; doubtful: number[] }>([
    {
      what: "the payment, with the amount of no Refund",
      payments: [payment({}, [takenBack("ref_1", 50)])],
      entries: [entry("pay_1", 30)],
      doubtful: [0],
    },
    {
      what: "the payment for the second time, where one Refund was taken back",
      payments: [payment({}, [takenBack("ref_1", 50)])],
      entries: [entry("pay_1", 50), entry("pay_1", 50)],
      doubtful: [1],
    },
    {
      what: "a Refund, and shows more than it",
      payments: [payment({ ref_1: 20 })],
      entries: [entry("ref_1", 50)],
      doubtful: [0],
    },
    {
      what: "a Refund that no row tells of",
      payments: [payment({ ref_1: 20 })],
      entries: [entry("ref_1", 20), entry(`ref_${ULID}`, 20)],
      doubtful: [1],
    },
    {
      what: "a payment that the order does not have",
      payments: [payment({})],
      entries: [entry(`pay_${ULID}`, 20)],
      doubtful: [0],
    },
  ])("is a person's where an entry names $what", ({ payments, entries, doubtful }) => {
    expect(compared(payments, entries).doubtful).toEqual(doubtful)
    expect(compared(payments, entries).unwritten).toEqual([])
  })

  it("lacks a Refund that only a surplus entry seemed to show", () => {
    expect(
      compared([payment({ ref_2: 50 }, [takenBack("ref_1", 50)])], [entry("ref_1", 50)])
    ).toEqual({ ...NONE, surplus: [0], unwritten: [written("ref_2", 50)] })
  })

  it("lacks the whole of a Refund, however much a surplus entry shows", () => {
    expect(
      compared([payment({ ref_2: 30 }, [takenBack("ref_1", 20)])], [entry("pay_1", 20)])
    ).toEqual({ ...NONE, surplus: [0], unwritten: [written("ref_2", 30)] })
  })

  it("does not lack a Refund that is gone, whatever became of its money", () => {
    const gone = payment({ ref_3: 5 }, [takenBack("ref_1", 50), left("ref_2", 20)])
    expect(compared([gone], [])).toEqual({ ...NONE, unwritten: [written("ref_3", 5)] })
  })

  it("shows each Refund once, when surplus entries are removed and unwritten Refunds written", () => {
    const ends = fc.array(
      fc.record({
        amount: fc.integer({ min: 1, max: 5 }),
        end: fc.constantFrom("stands", "taken back", "left"),
        by: fc.constantFrom("refund", "cancel", "nobody"),
        again: fc.boolean(),
      }),
      { maxLength: 6 }
    )
    fc.assert(
      fc.property(ends, (all) => {
        const id = (n: number) => `ref_${n}`
        const one = payment(
          Object.fromEntries(
            all.flatMap(({ end, amount }, n) => (end === "stands" ? [[id(n), amount]] : []))
          ),
          all.flatMap(({ end, amount }, n) =>
            end === "stands"
              ? []
              : [end === "left" ? left(id(n), amount) : takenBack(id(n), amount)]
          )
        )
        const entries = all.flatMap(({ amount, by, again }, n) => [
          ...(by === "nobody" ? [] : [entry(by === "cancel" ? "pay_1" : id(n), amount)]),
          ...(again && by === "refund" ? [entry(id(n), amount)] : []),
        ])
        const first = compareRefunds([one], entries)
        expect(first.doubtful).toEqual([])
        const mended = [
          ...entries.filter((each) => !first.surplus.includes(each)),
          ...first.unwritten.map(({ refund_id, amount }) => entry(refund_id, Number(amount))),
        ]
        expect(compareRefunds([one], mended)).toEqual(NONE)
        const sum = mended.reduce((total, { amount }) => total - Number(amount), 0)
        const count = (end: string) =>
          all.reduce((total, each) => total + (each.end === end ? each.amount : 0), 0)
        expect(sum).toBeGreaterThanOrEqual(count("stands"))
        expect(sum).toBeLessThanOrEqual(count("stands") + count("left"))
      })
    )
  })
})
