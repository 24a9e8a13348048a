import { copiedViolations, type CopiedBooks } from "../copied-invariants"

const PAYOUT = { reference: "out_1", payout_id: "payout_1", status: "APPROVED" }
const FIRST = { reference: "crd_1", card: "sub_1", approved: true, taken: true }
const PERIOD = { ...FIRST, reference: "crd_2" }
const SUBSCRIPTION: CopiedBooks["copy"]["subscriptions"][number] = {
  id: "paysub_1",
  status: "active",
  card: "sub_1",
  period: "open",
  error: null,
  holds: ["unknown"],
  asked: true,
}

/** A payout and a period that the first sent, and the copy followed; tests spoil it. */
function sound(): CopiedBooks {
  return {
    payouts: [PAYOUT],
    charges: [FIRST, PERIOD],
    sent_while_held: [],
    charged_by_first: ["sub_1"],
    copy: {
      payouts: [{ id: "payout_1", status: "approved", reason: null, references: ["out_1"] }],
      subscriptions: [SUBSCRIPTION],
      anomalies: [],
    },
  }
}

const subscription = (change: Partial<typeof SUBSCRIPTION>) => (books: CopiedBooks) => {
  books.copy.subscriptions = [{ ...SUBSCRIPTION, ...change }]
}
const payout =
  (status: string, reason: string | null = null) =>
  (books: CopiedBooks) => {
    books.copy.payouts = [{ id: "payout_1", status, reason, references: ["out_1"] }]
  }

describe("two stores on the same data", () => {
  it("are sound", () => {
    expect(copiedViolations(sound())).toEqual([])
  })

  it.each<[string, (books: CopiedBooks) => void]>([
    ["a payout that a person canceled on the copy", payout("canceled")],
    [
      "a period that the copy charged itself",
      subscription({ period: "paid", holds: ["captured"] }),
    ],
    [
      "a share for which each store made a payout of its own",
      (books) => (books.payouts = [{ ...PAYOUT, payout_id: "payout_of_the_first" }]),
    ],
    [
      "a payout that waits for a person on the copy",
      (books) => {
        books.copy.payouts = [
          { id: "payout_1", status: "awaiting_approval", reason: null, references: [] },
        ]
      },
    ],
    [
      "a subscription that ended",
      subscription({ status: "canceled", period: null, holds: [], asked: false }),
    ],
    ["a hold that the first took", subscription({ holds: ["capture_unknown"] })],
    [
      "a period whose goods were sent back",
      subscription({ error: "nothing was kept", holds: [], asked: false }),
    ],
    [
      "a payout that the first made after the copy was taken",
      (books) => books.payouts.push({ ...PAYOUT, reference: "out_2", payout_id: "payout_2" }),
    ],
    [
      "a payout that was rejected and paid by its second reference",
      (books) => books.payouts.push({ ...PAYOUT, reference: "out_2", status: "REJECTED" }),
    ],
  ])("are sound with %s", (_title, spoil) => {
    const books = sound()
    spoil(books)
    expect(copiedViolations(books)).toEqual([])
  })

  it.each<[string, (books: CopiedBooks) => void]>([
    [
      "nothing leaves from a copy that is held",
      (books) => books.sent_while_held.push({ operation: "payout", times: 1 }),
    ],
    [
      "a reference is taken once over both",
      (books) => books.charges.push({ ...PERIOD, card: "x" }),
    ],
    [
      "a payout is paid once over both",
      (books) => books.payouts.push({ ...PAYOUT, reference: "out_2", status: "PENDING" }),
    ],
    [
      "a payout is paid once over both",
      (books) => {
        books.payouts.push({ ...PAYOUT, reference: "out_2", payout_id: "payout_of_the_first" })
        books.copy.payouts[0].references.push("out_2")
      },
    ],
    [
      "a period is charged once over both",
      (books) => books.charges.push({ ...PERIOD, reference: "crd_3" }),
    ],
    [
      "a period is held once over both",
      (books) => books.charges.push({ ...PERIOD, reference: "crd_3", taken: false }),
    ],
    ["what was paid counts as paid, and nothing else", payout("rejected")],
    ["a payout comes to an end", payout("queued", "installation_held")],
    ["a period is paid, or waits for a person", subscription({ holds: ["error"] })],
    ["a period is paid, or waits for a person", subscription({ asked: false })],
    ["a period is paid, or waits for a person", subscription({ holds: [] })],
    ["a period is paid, or waits for a person", (books) => (books.charged_by_first = [])],
  ])("are found not to be where %s is broken", (invariant, spoil) => {
    const books = sound()
    spoil(books)
    expect(copiedViolations(books).map((one) => one.invariant)).toContain(invariant)
  })
})
