import { PAYOUT_SOURCES } from "../../payout/state"
import { INHERITED_MS } from "../../time/schedule"
import {
  inheritedFor,
  installationChange,
  installationProblems,
  knowsMerchants,
  type Installation,
} from "../installation"

const LIVING: Installation = {
  cluster: "7642011472967116994",
  database: "16385",
  timeline: "00000001",
  callback_url: "https://store.example.com",
  merchants: { co: "merchant-1" },
}

const clusters = [LIVING.cluster, "7642011472967116995", null]
const databases = [LIVING.database, "16386"]
const timelines = [LIVING.timeline, "00000002", null]
const addresses = [LIVING.callback_url, "https://staging.example.com"]
const merchants: Installation["merchants"][] = [
  { co: "merchant-1" },
  { co: "merchant-2" },
  {},
  { pe: "merchant-3" },
  { co: "merchant-1", pe: "merchant-3" },
  { co: "merchant-2", pe: "merchant-3" },
]
const all: Installation[] = clusters.flatMap((cluster) =>
  databases.flatMap((database) =>
    timelines.flatMap((timeline) =>
      addresses.flatMap((callback_url) =>
        merchants.map((one) => ({ cluster, database, timeline, callback_url, merchants: one }))
      )
    )
  )
)

describe(`an installation, in ${all.length} combinations of what is found`, () => {
  it("is the living one only on the same database, under the same address, for the same merchants", () => {
    const live = all.filter((found) => installationChange(LIVING, found) === null)
    expect(live.map((found) => found.merchants)).toEqual([
      { co: "merchant-1" },
      {},
      { pe: "merchant-3" },
      { co: "merchant-1", pe: "merchant-3" },
    ])
    for (const { merchants: _, ...found } of live) {
      const { merchants: __, ...living } = LIVING
      expect(found).toEqual(living)
    }
  })

  it("is another one where a value cannot be read any more, or can be read for the first time", () => {
    const unread = { ...LIVING, cluster: null, timeline: null }
    expect(installationChange(LIVING, unread)).toBe("other_database")
    expect(installationChange(unread, LIVING)).toBe("other_database")
    expect(installationChange(unread, unread)).toBeNull()
  })

  it("names the database before the address, and the address before the merchant", () => {
    const copy = { ...LIVING, database: "1", callback_url: "x", merchants: { co: "y" } }
    expect(installationChange(LIVING, copy)).toBe("other_database")
    expect(installationChange(LIVING, { ...copy, database: LIVING.database })).toBe(
      "other_callback_url"
    )
    expect(installationChange(LIVING, { ...LIVING, merchants: { co: "y" } })).toBe("other_merchant")
  })

  it.each([
    ["no merchant", {}, true],
    ["a known one", { co: "merchant-1" }, true],
    ["another one of a known account", { co: "merchant-2" }, true],
    ["that of a new account", { co: "merchant-1", pe: "merchant-3" }, false],
    ["that of an account called like a field of every object", { constructor: "m" }, false],
  ])("has a merchant to remember when the options name %s", (_what, merchants, known) => {
    expect(knowsMerchants(LIVING, { ...LIVING, merchants })).toBe(known)
  })

  it("has a name for every account, also for one that is called like a field of every object", () => {
    const found = { ...LIVING, merchants: { constructor: "merchant-1" } }
    expect(installationChange(LIVING, found)).toBeNull()
  })
})

describe("a held installation", () => {
  it.each([
    ["other_database", "the database is another one"],
    ["other_callback_url", "callbackUrl"],
    ["other_merchant", "merchantId"],
  ] as const)("tells a person about %s and how to go on", (reason, told) => {
    const [problem] = installationProblems({ live: false, reason, since: new Date() })
    expect(problem.message).toContain(told)
    expect(problem.message).toContain("take over")
    expect(problem).toMatchObject({ code: "installation_held", values: { reason } })
  })

  it("is a problem only while it is held", () => {
    expect(installationProblems({ live: true, reason: null, since: null })).toEqual([])
  })
})

describe("a payout that is made after a take-over", () => {
  it("may pay what the other installation paid, unless a person made it", () => {
    const kept = PAYOUT_SOURCES.filter((source) => inheritedFor(source) === INHERITED_MS)
    const own = PAYOUT_SOURCES.filter((source) => inheritedFor(source) === 0)
    expect(kept).toEqual(["refund", "rule", "anomaly", "import"])
    expect(own).toEqual(["operator"])
  })
})
