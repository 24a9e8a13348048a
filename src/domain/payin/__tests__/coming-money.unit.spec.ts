import { mayBringMoney, type LinkOfOrder } from "../coming-money"

const NOW = new Date("2026-03-01T12:00:00Z")
const BEFORE = new Date("2026-03-01T11:00:00Z")
const LONG_AGO = new Date("2026-01-30T12:00:00Z")
const AFTER = new Date("2026-03-01T13:00:00Z")

function link(facts: Partial<LinkOfOrder>): LinkOfOrder {
  const dates = { lapses_at: null, lapsed_at: null, looked_up_at: NOW, excluded_at: null }
  const none = { ...dates, end_after: null }
  return { status: "pending", ...none, is_blind: false, is_questioned: false, ...facts }
}

describe("a link that may still bring money to its order", () => {
  it.each<[string, Partial<LinkOfOrder>, boolean]>([
    ["is one that can be paid", {}, true],
    ["is one that was never answered", { status: "creating" }, true],
    ["is none that lapsed", { lapsed_at: BEFORE }, false],
    [
      "is a lapsed one of which the service was not asked since",
      { lapsed_at: NOW, looked_up_at: BEFORE },
      true,
    ],
    [
      "is a lapsed one of which the service never answered",
      { lapsed_at: BEFORE, looked_up_at: null },
      true,
    ],
    ["is a lapsed one that nobody can be asked about", { lapsed_at: BEFORE, is_blind: true }, true],
    ["is none whose watch is over", { lapsed_at: LONG_AGO, is_blind: true }, false],
    ["is none whose watch is over unanswered", { lapsed_at: LONG_AGO, looked_up_at: null }, false],
    [
      "is one whose watch is over, until a person is asked about it",
      { lapsed_at: LONG_AGO, is_blind: true, end_after: AFTER },
      true,
    ],
    [
      "is one whose watch is over unanswered, until its end is told",
      { lapsed_at: LONG_AGO, looked_up_at: null, end_after: BEFORE },
      true,
    ],
    [
      "is none whose watch is over and that the service answered, though its end is not told yet",
      { lapsed_at: LONG_AGO, end_after: AFTER },
      false,
    ],
    [
      "is one whose watch is over, and of which a person is asked",
      { lapsed_at: LONG_AGO, is_questioned: true },
      true,
    ],
    [
      "is a lapsed one of which a person is asked",
      { lapsed_at: BEFORE, is_questioned: true },
      true,
    ],
    ["is none that was rejected", { status: "rejected" }, false],
    ["is none that was rejected and is blind now", { status: "rejected", is_blind: true }, false],
    [
      "is a rejected one of which a person is asked",
      { status: "rejected", is_questioned: true },
      true,
    ],
    ["is one that expired, in its grace", { status: "expired", lapses_at: AFTER }, true],
    ["is none that expired, after its grace", { status: "expired", lapses_at: BEFORE }, false],
    ["is one that was paid", { status: "approved" }, true],
    [
      "is none whose money a person excluded",
      { status: "approved", excluded_at: BEFORE, is_questioned: true },
      false,
    ],
    ["is none whose unnamed money a person excluded", { excluded_at: BEFORE }, false],
    [
      "is one whose money a person excluded, and of which one is asked anew",
      { excluded_at: BEFORE, is_questioned: true },
      true,
    ],
    [
      "is none that expired, in its grace, whose money a person excluded",
      { status: "expired", lapses_at: AFTER, excluded_at: BEFORE },
      false,
    ],
  ])("%s", (_, facts, may) => {
    expect(mayBringMoney(link(facts), NOW)).toBe(may)
  })
})
