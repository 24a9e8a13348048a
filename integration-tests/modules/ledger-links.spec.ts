import { majorAmount } from "../../src/domain/money/amount"
import { withModules } from "../support/modules/modules"
import { AMOUNT, PayIns } from "../support/modules/payin"

const COLLECTION = { payment_collection_id: "paycol_1" }
const WANTED = { exact: AMOUNT, account: "co" }

withModules("the link of an order", {}, (modules) => {
  const payIns = new PayIns(modules)
  const links = () => modules.ledger.links
  const current = async (wanted = WANTED) => (await links().current("paycol_1", wanted))?.id ?? null

  it("is the newest open link of the same amount and account", async () => {
    const row = await payIns.pending(COLLECTION)
    expect(await current()).toBe(row.id)
    expect(await current({ ...WANTED, exact: majorAmount("1") })).toBeNull()
    expect(await current({ ...WANTED, account: "pe" })).toBeNull()
    const newer = await payIns.pending(COLLECTION)
    expect(await current()).toBe(newer.id)
  })

  it("is the current one while ten minutes of it are left", async () => {
    const row = await payIns.pending(COLLECTION)
    await modules.advance(49 * 60)
    expect(await current()).toBe(row.id)
    await modules.advance(2 * 60)
    expect(await current()).toBeNull()
  })

  it.each([
    ["has no address", { payment_url: null }],
    ["was released", { released_at: new Date() }],
    ["was superseded", { superseded_at: new Date() }],
    ["ended", { status: "expired" }],
  ])("is not the current one when it %s", async (_, state) => {
    const row = await payIns.pending(COLLECTION)
    await payIns.overwrite(row.id, state)
    expect(await current()).toBeNull()
  })

  it("is superseded with the others of its collections, but for one, and stays watched", async () => {
    const kept = await payIns.pending()
    const old = await payIns.pending(COLLECTION)
    const approved = await payIns.approved()
    const collections = [kept, old, approved].map((row) => row.payment_collection_id)
    expect(await links().supersede(collections, kept.id)).toBe(1)
    expect(await links().supersede(collections, kept.id)).toBe(0)
    const { superseded_at, lookup_after } = await payIns.find(old.id)
    expect(superseded_at).not.toBeNull()
    expect(lookup_after).not.toBeNull()
    expect(await payIns.find(kept.id)).toEqual(kept)
    expect(await payIns.find(approved.id)).toEqual(approved)
  })

  it("counts while it can be paid, superseded or released, until it ends, and unanswered for a minute", async () => {
    const left = async () => (await links().secondsLeft("paycol_1")).map(Math.round)
    const MINUTE = 60
    await payIns.pending(COLLECTION)
    const gone = await payIns.pending(COLLECTION, { link_minutes: 30, grace_hours: 1 })
    await payIns.overwrite(gone.id, { released_at: new Date() })
    await payIns.open(COLLECTION)
    await payIns.pending()
    for (const ended of [
      { status: "approved" },
      { status: "rejected" },
      { status: "expired" },
      { lapsed_at: new Date() },
    ]) {
      await payIns.overwrite((await payIns.pending(COLLECTION)).id, ended)
    }
    expect((await left()).sort((a, b) => a - b)).toEqual([30, 60, 120].map((n) => n * MINUTE))
    await modules.advance(45 * MINUTE)
    expect(await left()).toEqual([15 * MINUTE])
  })

  it("is not reused once it was replaced, and a link that was made since stays", async () => {
    const wanted = { ...COLLECTION, fingerprint: "the same" }
    const old = await payIns.pending(wanted)
    const ask = { key: "key-1", method: "POST", path: "/", body: {}, actor_id: null }
    const begun = await modules.ledger.operatorRequests.begin(ask)
    const request = begun.state === "begun" ? begun.undertaking.id : ""
    await links().replace(["paycol_1"], request)
    expect((await payIns.find(old.id)).superseded_at).not.toBeNull()
    expect(await modules.ledger.transactions.reusable(wanted)).toBeNull()
    const made = await payIns.pending(wanted)
    await links().replace(["paycol_1"], request)
    expect(await payIns.find(made.id)).toEqual(made)
    expect(await modules.ledger.transactions.reusable(wanted)).toEqual(made)
  })
})
