import { refusedWebhooksProblems, sumRefused, type RefusedWebhooks } from "../refused-webhooks"

const refused = (change: Partial<RefusedWebhooks> = {}): RefusedWebhooks => ({
  source: "card",
  reason: "signature",
  count: 1,
  last_at: "2026-01-02T10:00:00.000Z",
  ...change,
})

describe("refused webhooks of several processes", () => {
  it("are summed by source and reason, with the latest time, the most refused first", () => {
    const counted = [
      refused({ count: 2 }),
      refused({ source: "ipn", count: 4 }),
      refused({ reason: "stale" }),
      refused({ count: 3, last_at: "2026-01-02T09:00:00.000Z" }),
      refused({ reason: "stale", last_at: "2026-01-02T11:00:00.000Z" }),
    ]
    expect(sumRefused(counted)).toEqual([
      refused({ count: 5 }),
      refused({ source: "ipn", count: 4 }),
      refused({ reason: "stale", count: 2, last_at: "2026-01-02T11:00:00.000Z" }),
    ])
  })

  it("are a problem each for a day after the last one", () => {
    const list = [refused({ count: 7 }), refused({ source: "ipn", reason: "key" })]
    const problems = refusedWebhooksProblems(list, new Date("2026-01-03T09:59:59.999Z"))
    expect(problems).toEqual([
      {
        code: "webhooks_refused_signature",
        message: expect.stringMatching(
          /^a card webhook was refused, 7 in all.* webhookSecret and card\.signature/
        ),
        values: { source: "card", count: 7, last_at: "2026-01-02T10:00:00.000Z" },
      },
      expect.objectContaining({ code: "webhooks_refused_key" }),
    ])
    expect(refusedWebhooksProblems(list, new Date("2026-01-03T10:00:00.000Z"))).toEqual([])
  })
})
