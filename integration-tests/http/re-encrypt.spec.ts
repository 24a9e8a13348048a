import { randomBytes } from "node:crypto"
import { createSealer, keyIdOf } from "../../src/domain/seal"
import { SEALED_COLUMNS, SEALED_TABLES } from "../../src/domain/sealed-columns"
import { OperatorRequests } from "../../src/modules/ledger/operator-requests"
import { Resealing } from "../../src/modules/ledger/resealing"
import { resealAll } from "../../src/workflows/reseal"
import { subscriptionsOf } from "../support/card-checkout"
import { besideStore, runCommand } from "../support/command"
import { CANARY } from "../support/personal-data"
import { withShop } from "../support/shop"
import { NO_LIMIT } from "../support/shop-settings"
import { DESTINATION, MAKER, PayoutDriver } from "../support/payout-driver"

const OLD = CANARY.encryption_key
const NEW = randomBytes(32).toString("base64")
const [OLD_ID] = createSealer(OLD).key_ids

withShop("changing the encryption key", NO_LIMIT, (shop) => {
  const payoutDriver = new PayoutDriver(shop)

  /** One row at least in each table that keeps something sealed. */
  async function fillTables(): Promise<void> {
    const { bank, account_number, account_type } = DESTINATION
    await shop.checkout("co", { refund_destination: { bank, account_number, account_type } })
    payoutDriver.fill(1_000_000)
    await payoutDriver.make(20_000)
    await payoutDriver.run()
    await payoutDriver.payouts.beneficiaries.create(
      {
        name: "Taller",
        account: "co",
        country: "CO",
        currency: "COP",
        payment_method: "BANK_TRANSFER",
        stock_location_id: null,
        destination: DESTINATION,
      },
      MAKER
    )
    const { operatorRequests, anomalies } = shop.ledger
    const ask = { key: "a-key", method: "POST", path: "/", body: {}, actor_id: null }
    const begun = await operatorRequests.begin(ask)
    const request = begun.state === "begun" ? begun.undertaking.id : ""
    await operatorRequests.keepDestination(request, DESTINATION)
    await anomalies.open({ kind: "orphan_order", subject: "order_1", account: "co", facts: {} })
    const { id } = await shop.pg("payin_anomaly").first("id")
    const context = { table: "payin_anomaly", row: id, column: "destination_sealed" }
    const destination_sealed = shop.ledger.sealer.seal(JSON.stringify(DESTINATION), context)
    await shop.pg("payin_anomaly").update({ destination_sealed, sealed_with: OLD_ID })
    const { cards } = subscriptionsOf(shop)
    await shop.pg.transaction((trx) =>
      cards.keep(trx, {
        id: cards.newId(),
        account: "co",
        session_id: "payses_1",
        customer_id: null,
        plan_name: "Plan",
        periodicity: "monthly",
        brand: null,
        last_four: null,
        token: "tok_test_approved",
        customer_data: CANARY.co,
      })
    )
  }

  /** Everything that is sealed, opened with one key alone. */
  async function opened(key: string) {
    const sealer = createSealer(key)
    const texts: Record<string, string> = {}
    for (const table of SEALED_TABLES) {
      for (const row of await shop.pg(table).select("*")) {
        for (const column of SEALED_COLUMNS[table].filter((name) => row[name] !== null)) {
          const context = { table, row: row.id, column }
          texts[`${row.id}.${column}`] = sealer.open(row[column], context)
          expect([table, row.sealed_with]).toEqual([table, keyIdOf(row[column])])
        }
      }
    }
    return texts
  }

  it("knows every column that is sealed: one that is not listed would keep the old key for ever", async () => {
    const { rows } = await shop.pg.raw(
      `select table_name as "table", column_name as "column" from information_schema.columns
       where table_schema = 'public' and column_name like '%\\_sealed' order by 1, 2`
    )
    const listed = SEALED_TABLES.flatMap((table) =>
      SEALED_COLUMNS[table].map((column) => ({ table, column }))
    )
    const order = (list: { table: string; column: string }[]) =>
      list.map(({ table, column }) => `${table}.${column}`).sort()
    expect(order(listed)).toEqual(order(rows))
    expect([...SEALED_TABLES].sort()).toEqual(Object.keys(SEALED_COLUMNS).sort())
  })

  it("the command seals every column of every table anew, and says that the old key can go", async () => {
    await fillTables()
    const before = await opened(OLD)
    const tables = new Set(Object.keys(before).map((name) => name.split("_")[0]))
    expect(tables).toEqual(
      new Set(["payin", "payano", "payreq", "payout", "payatt", "paybnf", "paycard"])
    )
    const environment = {
      ...(await besideStore(shop)),
      PAYIN_ENCRYPTION_KEY: `${NEW},${OLD}`,
    }
    const { code, output } = await runCommand("payin-re-encrypt", [], environment)
    expect(output).toContain("payin_payout_attempt: 1 sealed anew, 0 still need an earlier key")
    expect(output).toContain("No row needs an earlier key any more")
    expect(code).toBe(0)
    expect(await opened(NEW)).toEqual(before)

    const again = await runCommand("payin-re-encrypt", [], environment)
    expect(again.output).toContain("payin_transaction: 0 sealed anew, 0 still need an earlier key")
    expect(again.code).toBe(0)
  })

  it("a request that was answered under the old key is answered again, and not carried out twice", async () => {
    const ask = { key: "a-key", method: "POST", path: "/", body: { a: 1 }, actor_id: null }
    const begun = await shop.ledger.operatorRequests.begin(ask)
    if (begun.state !== "begun") throw new Error(`the key is not free: ${begun.state}`)
    const answer = { status: 201, body: { payout: "payout_1" } }
    await shop.ledger.operatorRequests.finish(begun.undertaking, answer)
    const asked = (keys: string, body: object = ask.body) =>
      new OperatorRequests(shop.pg, createSealer(keys)).begin({ ...ask, body })
    expect(await asked(`${NEW},${OLD}`)).toEqual({ state: "answered", answer })
    expect(await asked(`${NEW},${OLD}`, { a: 2 })).toEqual({ state: "other_request" })
    expect(await asked(NEW)).toEqual({ state: "other_request" })
  })

  it("two at once seal each row once, and nothing is lost", async () => {
    await fillTables()
    for (let more = 0; more < 3; more++) {
      await shop.checkout("co")
    }
    const before = await opened(OLD)
    const one = new Resealing(shop.pg, createSealer(`${NEW},${OLD}`))
    const done = await Promise.all(
      [1, 2].flatMap(() => SEALED_TABLES.map((table) => one.next(table, "")))
    )
    const rows = new Set(Object.keys(before).map((name) => name.split(".")[0]))
    expect(done.reduce((sum, { resealed }) => sum + resealed, 0)).toBe(rows.size)
    expect(await opened(NEW)).toEqual(before)
  })

  it("goes past its first batch", async () => {
    await shop.checkout("co")
    const row = await shop.pg("payin_transaction").first()
    const copies = Array.from({ length: 230 }, (_, at) => {
      const id = `payin_copy_${String(at).padStart(4, "0")}`
      const context = { table: "payin_transaction", row: id, column: "customer_sealed" }
      const customer_sealed = shop.ledger.sealer.seal("{}", context)
      return { ...row, id, reference: id, fingerprint: id, customer_sealed, card: null }
    })
    await shop
      .pg("payin_transaction")
      .insert(copies.map((copy) => ({ ...copy, refund_destination_sealed: null })))
    const [found] = await withKeys(`${NEW},${OLD}`)
    expect(found).toMatchObject({ resealed: 231, unreadable: [], waiting: {} })
  })

  it("a row that somebody works on is left, told of, and sealed the next time", async () => {
    await fillTables()
    const one = new Resealing(shop.pg, createSealer(`${NEW},${OLD}`))
    const held = await shop.pg.transaction()
    await held("payin_transaction").forUpdate().select("id")
    expect(await one.next("payin_transaction", "")).toMatchObject({ resealed: 0 })
    expect(await one.waiting("payin_transaction")).toEqual({ [OLD_ID]: 1 })
    await held.rollback()
    expect(await one.next("payin_transaction", "")).toMatchObject({ resealed: 1 })
    expect(await one.waiting("payin_transaction")).toEqual({})
  })

  it("a row that no key opens stays as it is and is named; the others are sealed anew", async () => {
    await fillTables()
    await shop.checkout("co")
    const [broken] = await shop.pg("payin_transaction").orderBy("id").limit(1)
    const changed = `${broken.customer_sealed.slice(0, -4)}AAAA`
    await shop.pg("payin_transaction").where({ id: broken.id }).update({ customer_sealed: changed })
    const [found] = await withKeys(`${NEW},${OLD}`)
    expect(found).toMatchObject({
      table: "payin_transaction",
      resealed: 1,
      unreadable: [{ id: broken.id, code: "tampered" }],
      waiting: { [OLD_ID]: 1 },
    })
    const kept = await shop.pg("payin_transaction").where({ id: broken.id }).first()
    expect([kept.customer_sealed, kept.sealed_with]).toEqual([changed, OLD_ID])
  })

  /** What the workflow does in a process that has these keys. */
  async function withKeys(keys: string) {
    const resealing = new Resealing(shop.pg, createSealer(keys))
    const own = Reflect.get(shop.ledger, "resealing")
    Object.assign(shop.ledger, { resealing })
    try {
      return await resealAll(shop.container)
    } finally {
      Object.assign(shop.ledger, { resealing: own })
    }
  }
})
