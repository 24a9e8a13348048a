import { createSandbox, type Sandbox } from "../../../sandbox"
import { press } from "../../../sandbox/__tests__/support/shop"
import type { BehaviourInput } from "../../../sandbox/settings"
import { changeOf, LEAVES, valueAt } from "./support/leaves"
import { DESTINATION, look, type Look } from "./support/look"
import { LINKS } from "./support/link-variants"
import { NOTIFICATIONS } from "./support/notification-variants"
import { PAYOUTS } from "./support/payout-variants"
import type { Variant, Visit } from "./support/variant"

const VARIANTS = [...LINKS, ...NOTIFICATIONS, ...PAYOUTS]

/** The doctor never calls the card-payment API; card-webhook.unit.spec.ts tries what webhooks are signed with. */
const OF_CARDS = /^(cards|webhooks)\./

describe("payin-doctor", () => {
  let sandbox: Sandbox
  const usual = new Map<string, Look>()
  // Below the ports that the system hands out by itself.
  const port = 20_000 + (process.pid % 10_000)
  beforeAll(async () => {
    sandbox = createSandbox({})
    await sandbox.start()
  })
  afterAll(() => sandbox.stop())

  async function visit(settings: BehaviourInput, visit: Visit): Promise<Look> {
    const { how = "link", country = "CO", flags = {}, payout, wallet } = visit
    await sandbox.idle()
    sandbox.reset()
    sandbox.configure(settings)
    sandbox.setWallet(`sandbox-${country.toLowerCase()}`, wallet ?? 50_000)
    const listening = { "public-url": `http://127.0.0.1:${port}`, port, wait: 5 }
    const newest = () => sandbox.transactions({ limit: 1 })[0]
    switch (how) {
      case "link":
        return look(sandbox, { country, ...flags })
      case "paid": {
        const ask = () => void sandbox.settle(newest()?.reference ?? "", { status: "APPROVED" })
        return look(sandbox, { country, ...listening, ...flags, ask })
      }
      case "pressed": {
        const ask = () => void press(sandbox, newest()?.ticket ?? "", "pay").then()
        return look(sandbox, { country, ...listening, ...flags, ask })
      }
      case "payout": {
        const { payment_method, ...change } = payout ?? {}
        const destination = { ...DESTINATION, ...change }
        const allowed = { amount: "1000", destination, payment_method }
        return look(sandbox, { country, wait: 0, ...flags, payout: allowed })
      }
    }
  }

  /** What is reported of a service with the usual settings, looked at in the same way. */
  async function usually({ how, country, flags, payout, wallet }: Visit): Promise<Look> {
    const same = { how, country, flags, payout, wallet }
    const key = JSON.stringify(same)
    const known = usual.get(key) ?? (await visit({}, same))
    usual.set(key, known)
    return known
  }

  async function expectReport({ tries, says = {}, options, ...way }: Variant) {
    const before = await usually(way)
    const seen = await visit(tries, way)
    const others = ({ findings }: Look) =>
      findings.list
        .filter(({ check }) => !(check in says))
        .map(({ check, result }) => [check, result])
    expect(others(seen)).toEqual(others(before))
    for (const [check, expected] of Object.entries(says)) {
      const result = expected?.[0]
      expect([check, seen.of(check)?.result]).toEqual([check, result])
      expect(seen.of(check)?.says ?? "").toContain(expected?.[1] ?? "")
    }
    expect(seen.options).toEqual(options ?? before.options)
  }

  const named = VARIANTS.map((variant) => [JSON.stringify(variant.tries), variant] as const)
  it.each(named)("reports the findings expected for %s", (_name, variant) => expectReport(variant))

  const ofCards = LEAVES.filter(({ path }) => OF_CARDS.test(path))
  it.each(ofCards.flatMap(({ path, values }) => (values ?? []).map((value) => [path, value])))(
    "reports the same as by default when card setting %s is %s",
    (path, value) => expectReport({ tries: Object(changeOf(String(path), value)) })
  )

  it("is tested with every sandbox setting, and with each value where a setting lists its values", () => {
    const missing = LEAVES.filter(({ path }) => !OF_CARDS.test(path)).flatMap(
      ({ path, values }) => {
        const tried = VARIANTS.map(({ tries }) => valueAt(tries, path))
        const wanted = values?.filter((value) => !tried.includes(value)) ?? []
        const never = tried.every((value) => value === undefined)
        return never ? [path] : wanted.map((value) => `${path}: ${String(value)}`)
      }
    )
    expect(missing).toEqual([])
  })
})
