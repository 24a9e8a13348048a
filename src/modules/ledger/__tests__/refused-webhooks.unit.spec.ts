import { RefusedWebhookCounts } from "../refused-webhooks"

describe("refused webhooks of a process", () => {
  beforeEach(() => jest.useFakeTimers({ now: new Date("2026-01-02T10:00:00.000Z") }))
  afterEach(() => jest.useRealTimers())

  it("are counted each, and logged once in ten minutes for each kind", () => {
    const warned: string[] = []
    const log = { warn: (line: string) => warned.push(line) }
    const refused = new RefusedWebhookCounts("payinst_1", { living: async () => [] }, () => log)
    for (let minute = 0; minute < 12; minute += 1) {
      refused.count("card", "signature")
      refused.count("ipn", "signature")
      jest.advanceTimersByTime(60_000)
    }
    expect(refused.own()).toMatchObject([
      { source: "card", reason: "signature", count: 12, last_at: "2026-01-02T10:11:00.000Z" },
      { source: "ipn", reason: "signature", count: 12 },
    ])
    expect(warned).toHaveLength(4)
    expect(warned.join("\n")).toMatch(
      /a card webhook was refused \(1 since.*\n.*a notification about.*\n.*\(11 since.*\n.*\(11 since/
    )
  })
})
