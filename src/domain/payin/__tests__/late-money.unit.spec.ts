import { ANOMALY_KINDS } from "../../anomaly/kinds"
import {
  LATE_MONEY_KINDS,
  lateMoney,
  tellsOfLateMoney,
  toldLateMoney,
  type AboutLink,
} from "../late-money"

const about = (one: Partial<AboutLink> = {}): AboutLink => ({
  kind: "status_changed_after_final",
  status: "open",
  action: null,
  facts: { status: "expired", said: "approved" },
  ...one,
})
const UNNAMED = {
  kind: "unknown_status",
  facts: { reason: "amount_not_understood", said: "APPROVED" },
} as const
const resolved = (action: string, one: Partial<AboutLink> = {}) =>
  about({ status: "resolved", action, ...one })

describe("late money of a link", () => {
  it.each(ANOMALY_KINDS)("is told by no %s that says something else", (kind) => {
    const others = [{}, { said: "rejected" }, { said: null }, { reason: "other_ticket" }, null]
    expect(others.filter((facts) => tellsOfLateMoney({ kind, facts }))).toEqual([])
    const tells = [about(), UNNAMED].some(({ facts }) => tellsOfLateMoney({ kind, facts }))
    expect(tells).toBe(LATE_MONEY_KINDS.includes(kind))
  })

  it.each([
    { case: "nobody told of any", anomalies: [], is: null },
    { case: "an approval came after the end", anomalies: [about()], is: "undecided" },
    { case: "an approval names no amount", anomalies: [about(UNNAMED)], is: "undecided" },
    { case: "it is to be refunded", anomalies: [resolved("refund")], is: "goes_back" },
    { case: "a person dealt with it", anomalies: [resolved("ignore")], is: "left" },
    {
      case: "a person ignored an unnamed one",
      anomalies: [resolved("ignore", UNNAMED)],
      is: "left",
    },
    {
      case: "the service said otherwise since",
      anomalies: [resolved("settled", UNNAMED)],
      is: null,
    },
    { case: "it is asked again", anomalies: [resolved("ignore"), about()], is: "undecided" },
    {
      case: "another question was ignored",
      anomalies: [
        resolved("ignore", { kind: "unknown_status", facts: { reason: "other_ticket" } }),
      ],
      is: null,
    },
  ])("is $is when $case", ({ anomalies, is }) => {
    expect(lateMoney(anomalies)).toBe(is)
  })

  it.each([
    { case: "the link is pending", status: "pending", moved: 1, told: 2, is: true },
    { case: "the link had ended", status: "expired", moved: 1, told: 2, is: true },
    { case: "the service named the amount since", status: "approved", moved: 2, told: 1, is: true },
    { case: "the row held the money before", status: "approved", moved: 1, told: 2, is: false },
  ] as const)("was told: $is, when $case", ({ status, moved, told, is }) => {
    const link = { status, status_changed_at: new Date(moved) }
    const created_at = new Date(told)
    expect(toldLateMoney({ ...UNNAMED, created_at }, link)).toBe(is)
    const other = { ...UNNAMED, facts: { reason: "other_ticket" } }
    expect(toldLateMoney({ ...other, created_at }, link)).toBe(false)
  })
})
