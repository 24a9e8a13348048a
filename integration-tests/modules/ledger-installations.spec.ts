import { knex } from "@medusajs/framework/mikro-orm/knex"
import { takeOver } from "../../src/workflows/installation/take-over"
import { Announcements } from "../../src/modules/ledger/announcements"
import { Installations } from "../../src/modules/ledger/installations"
import { breakWriting } from "../support/gate"
import { openDatabase } from "../support/modules/database"
import { withModules } from "../support/modules/modules"
import { PAYOUT_OPTIONS } from "../support/modules/payout-options"
import { CHECKER, MAKER, PayoutWorker } from "../support/payout-worker"
import { serverOfTests } from "../support/store-database"

const TABLE = "payin_installation"
const HELD = "payin.installation_held"

withModules("the installation that moves money", PAYOUT_OPTIONS, (modules) => {
  const worker = new PayoutWorker(modules)
  beforeEach(() => worker.fill(1_000_000))

  const settings = () => modules.gateway.options
  const announcements = new Announcements(
    () => modules.bus,
    () => modules.log
  )
  const installation = (changed: Partial<ReturnType<typeof settings>> = {}, pg = modules.pg) =>
    new Installations(pg, { ...settings(), ...changed }, announcements)
  const standing = () => modules.ledger.installations.standing()
  const announced = () => modules.bus.told.filter(({ name }) => name === HELD)
  /** As if the row came from a backup of another database. */
  const restored = (columns: Record<string, unknown> = { database: "1" }) =>
    modules.pg(TABLE).update(columns)
  const asked = { note: "the other one is gone", request: "request_1" }

  it("is the first one that asks, also where two ask at once", async () => {
    const [one, two] = await Promise.all([installation().standing(), installation().standing()])
    expect(one).toEqual({ live: true, reason: null, since: expect.any(Date) })
    expect(two).toEqual(one)
    expect(await modules.pg(TABLE)).toHaveLength(1)
    expect(announced()).toEqual([])
  })

  it("remembers the merchant of an account that came later, so that it cannot become another", async () => {
    const [co, pe] = settings().accounts
    const as = (...ids: (string | null)[]) =>
      installation({
        accounts: [co, pe].map((account, at) => ({ ...account, merchantId: ids[at] ?? null })),
      }).standing()
    await as(null)
    await as("merchant-1")
    await as(null, "merchant-2")
    const [row] = await modules.pg(TABLE)
    expect(row.merchants).toEqual({ [co.id]: "merchant-1", [pe.id]: "merchant-2" })
    expect(await as("merchant-1", "merchant-2")).toMatchObject({ live: true })
    expect(await as("merchant-3")).toMatchObject({ live: false, reason: "other_merchant" })
  })

  it("is not a database that was restored from its dump", async () => {
    await standing()
    const copy = await openDatabase("restored")
    try {
      const [row] = await modules.pg(TABLE)
      await copy.pg(TABLE).insert({
        ...row,
        merchants: JSON.stringify(row.merchants),
        held: JSON.stringify(row.held),
      })
      expect(await installation({}, copy.pg).standing()).toMatchObject({
        live: false,
        reason: "other_database",
      })
      expect(await standing()).toMatchObject({ live: true })
    } finally {
      await copy.drop()
    }
  })

  it("is not another address, nor another merchant", async () => {
    await standing()
    const elsewhere = installation({ callbackUrl: "https://staging.example.com" })
    expect(await elsewhere.standing()).toMatchObject({ live: false, reason: "other_callback_url" })
    const [co, ...others] = settings().accounts
    const sandboxed = installation({ accounts: [{ ...co, merchantId: "another" }, ...others] })
    expect(await sandboxed.standing()).toMatchObject({ live: false, reason: "other_merchant" })
    expect(await standing()).toMatchObject({ live: true })
  })

  it("is known by what a role without privileges may read", async () => {
    await modules.pg.raw(
      `do $$ begin create role payin_plain login password 'plain'; exception when duplicate_object then null; end $$;
       grant usage on schema public to payin_plain; grant select, insert, update on ${TABLE} to payin_plain;
       revoke execute on function pg_control_system() from public;
       revoke execute on function pg_walfile_name(pg_lsn) from public`
    )
    const url = new URL(serverOfTests().url(await nameOf()))
    Object.assign(url, { username: "payin_plain", password: "plain" })
    const pg = knex({ client: "pg", connection: url.href, pool: { min: 0, max: 1 } })
    try {
      const plain = installation({}, pg)
      expect(await plain.standing()).toMatchObject({ live: true })
      expect(await modules.pg(TABLE).first()).toMatchObject({ cluster: null, timeline: null })
      // What can be read for the first time may be another one.
      expect(await standing()).toMatchObject({ live: false, reason: "other_database" })
    } finally {
      await pg.destroy()
      await modules.pg.raw(
        `grant execute on function pg_control_system() to public;
         grant execute on function pg_walfile_name(pg_lsn) to public`
      )
    }
  })

  it("is not forgotten by a failed read: that is an error, and not another installation", async () => {
    const gone = knex({ client: "pg", connection: "postgres://127.0.0.1:9/none", pool: { min: 0 } })
    await expect(installation({}, gone).standing()).rejects.toThrow()
    await gone.destroy()
  })

  it("is announced once when it is not here, with its reason and since when", async () => {
    await standing()
    await restored()
    const [first, second] = await Promise.all([standing(), standing()])
    expect(first).toMatchObject({ live: false, reason: "other_database" })
    expect(second).toEqual(first)
    expect(await standing()).toEqual(first)
    expect(announced()).toEqual([
      { name: HELD, data: { reason: "other_database", since: first.since?.toISOString() } },
    ])
    expect(modules.log.lines.filter(({ message }) => message.includes("to=held"))).toHaveLength(1)
  })

  it("sends what waited for it once a person takes over, and nothing before", async () => {
    await standing()
    const { id } = await worker.make(40_000)
    await restored()
    await worker.run()
    await worker.pass(10)
    expect(await worker.payout(id)).toMatchObject({ status: "queued", reason: "installation_held" })
    expect(worker.taken(id)).toEqual([])
    expect(await takeOver(modules.container, CHECKER, asked)).toMatchObject({ live: true })
    await worker.run()
    expect(worker.taken(id)).toHaveLength(1)
    expect(await modules.payouts.audit.of("installation")).toMatchObject([
      {
        action: "taken_over",
        actor_id: CHECKER.id,
        facts: { reason: "other_database", note: "the other one is gone" },
      },
    ])
    expect(await modules.pg(TABLE)).toMatchObject([{ taken_over_by: CHECKER.id, held: {} }])
  })

  it("shares its payouts with no held process on the same database", async () => {
    await standing()
    const { id } = await worker.make(40_000)
    const before = await worker.payout(id)
    await restored()
    await worker.run()
    const { fence, submit_after, reason } = await worker.payout(id)
    expect([fence, submit_after]).toEqual([before.fence, before.submit_after])
    expect(reason).toBe("installation_held")
    await modules.pg(TABLE).delete()
    await worker.run()
    expect(worker.taken(id)).toHaveLength(1)
  })

  it("is taken over by one of two people who say so at once", async () => {
    await standing()
    await restored()
    const both = await Promise.all([
      takeOver(modules.container, CHECKER, { ...asked, request: "request_1" }),
      takeOver(modules.container, MAKER, { ...asked, request: "request_2" }),
    ])
    expect(both.filter((one) => one === null)).toHaveLength(1)
    expect(await modules.payouts.audit.of("installation")).toHaveLength(1)
  })

  it("is taken over once by one request, whose answer was lost", async () => {
    await standing()
    await restored()
    expect(await takeOver(modules.container, CHECKER, asked)).toMatchObject({ live: true })
    expect(await takeOver(modules.container, CHECKER, asked)).toMatchObject({ live: true })
    expect(await takeOver(modules.container, CHECKER, { ...asked, request: "other" })).toBeNull()
    expect(await modules.payouts.audit.of("installation")).toHaveLength(1)
  })

  it("is not changed by a take-over that died before it was written", async () => {
    await standing()
    await restored()
    const broken = await breakWriting(modules.pg, { table: "payin_payout_audit", event: "insert" })
    await expect(takeOver(modules.container, CHECKER, asked)).rejects.toThrow()
    await broken.mend()
    expect(await standing()).toMatchObject({ live: false })
    expect(await modules.payouts.audit.of("installation")).toEqual([])
  })

  it("that was taken over holds the one that it was taken from", async () => {
    await standing()
    const elsewhere = installation({ callbackUrl: "https://new.example.com" })
    expect(await elsewhere.standing()).toMatchObject({ live: false })
    const taken = await elsewhere.takeOver({ by: CHECKER.id, note: "moved" }, async () => {})
    expect(taken).toMatchObject({ live: true })
    expect(await elsewhere.standing()).toMatchObject({ live: true })
    expect(await standing()).toMatchObject({ live: false, reason: "other_callback_url" })
  })

  it("is every one where the option says so, and nothing is remembered", async () => {
    const careless = installation({ installation: "ignore" })
    expect(await careless.standing()).toEqual({ live: true, reason: null, since: null })
    expect(await modules.pg(TABLE)).toEqual([])
    expect(await careless.takeOver({ by: CHECKER.id, note: "no" }, async () => {})).toBeNull()
  })

  async function nameOf(): Promise<string> {
    const { rows }: { rows: { name: string }[] } = await modules.pg.raw(
      "select current_database() as name"
    )
    return rows[0].name
  }
})
