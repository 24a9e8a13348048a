import { randomBytes } from "node:crypto"
import { createSealer, keyIdOf } from "../../src/domain/privacy/seal"
import { SEALED_COLUMNS, SEALED_TABLES } from "../../src/domain/privacy/sealed-columns"
import { Resealing } from "../../src/modules/ledger/resealing"
import { subscriptionsOf } from "../support/card-checkout"
import { besideStore, runCommand } from "../support/command"
import { CANARY } from "../support/personal-data"
import { withShop } from "../support/shop"
import { NO_APPROVALS } from "../support/shop-settings"
import { DESTINATION, MAKER, PayoutDriver } from "../support/payout-driver"

const OLD = CANARY.encryption_key
const NEW = randomBytes(32).toString("base64")
const [OLD_ID] = createSealer(OLD).key_ids

withShop("changing the encryption key", NO_APPROVALS, (shop) => {
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
        save_card: false,
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

  it("the command encrypts every column of every table anew, and reports that the old key can go", async () => {
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

    const resealing = new Resealing(shop.pg, createSealer(`${NEW},${OLD}`))
    for (const table of SEALED_TABLES) {
      expect([table, await resealing.next(table, "")]).toEqual([
        table,
        { resealed: 0, unreadable: [], after: null },
      ])
    }
  })
})
