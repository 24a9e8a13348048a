import { withModules } from "../support/modules/modules"
import { PayIns } from "../support/modules/payin"
import { plansOf } from "../support/plan"

const MANY = 5000

withModules("the ledger with thousands of finished pay-ins", {}, (modules) => {
  const payIns = new PayIns(modules)

  /** Two years of trade: booked, announced, ended, watched to the end; and a few that are open. */
  beforeEach(async () => {
    const { id } = await payIns.approved()
    await payIns.overwrite(id, {
      apply_after: null,
      settled_at: new Date(),
      order_checked_at: new Date(),
      placed_seen_at: new Date(),
    })
    const ended = await payIns.pending()
    await payIns.overwrite(ended.id, {
      status: "expired",
      lookup_after: null,
      lapsed_at: new Date(),
      ended_at: new Date(),
      released_at: new Date(),
      superseded_at: new Date(),
    })
    for (const one of [id, ended.id]) {
      await payIns.overwrite(one, { created_at: new Date("2025-01-01") })
      await copies(one, MANY)
    }
    await payIns.pending()
    await modules.pg.raw("vacuum analyze payin_transaction")
  })

  it.each<{ what: string; index: string; ask: () => Promise<unknown> }>([
    {
      what: "the lookups that are due",
      index: "to_look_up",
      ask: () => modules.ledger.lookups.claim("co", 20),
    },
    {
      what: "the links that lapse",
      index: "to_lapse",
      ask: () => modules.ledger.lookups.lapse(20),
    },
    {
      what: "the open pay-ins without a due lookup",
      index: "forgotten",
      ask: () => modules.ledger.lookups.requeueUnqueued(20),
    },
    {
      what: "the delay of the lookups",
      index: "to_look_up",
      ask: () => modules.ledger.lookups.progress(["co"]),
    },
    {
      what: "the accounts that lookups name",
      index: "to_look_up",
      ask: () => modules.ledger.lookups.unconfigured(["co"]),
    },
    {
      what: "the merchants that lookups are of",
      index: "sent_to",
      ask: () => modules.ledger.lookups.ofOtherMerchants(),
    },
    {
      what: "the money to apply to Medusa",
      index: "to_apply",
      ask: () => modules.ledger.application.claim(20),
    },
    {
      what: "the approved money that is not queued",
      index: "unqueued",
      ask: () => modules.ledger.application.requeueUnqueued(20),
    },
    {
      what: "the money that was excluded without a decision",
      index: "unsettled",
      ask: () => modules.ledger.application.requeueUndecided(20),
    },
    {
      what: "the settled money whose order was not checked",
      index: "order_unchecked",
      ask: () => modules.ledger.application.uncheckedOrders(20),
    },
    {
      what: "the orders that were never announced",
      index: "settled_unplaced",
      ask: () => modules.ledger.application.claimUnplaced(20),
    },
    {
      what: "the ends to apply to Medusa",
      index: "to_end",
      ask: () => modules.ledger.endings.claim({ limit: 20 }),
    },
    {
      what: "the links that were released",
      index: "released",
      ask: () => modules.ledger.transactions.supersedeReleased(),
    },
    {
      what: "the amounts in another unit",
      index: "other_amount",
      ask: () => modules.ledger.unitSuspicions.inCreates(),
    },
    {
      what: "the link of a notification",
      index: "reference",
      ask: () => modules.ledger.transactions.findByReference("pin_copy_7"),
    },
    {
      what: "the links of a collection",
      index: "collection",
      ask: () => modules.ledger.transactions.ofCollections(["paycol_1"]),
    },
    {
      what: "the link of a session",
      index: "session",
      ask: () => modules.ledger.transactions.findBySession("payses_1"),
    },
  ])("finds $what by index, without reading the others", async ({ index, ask }) => {
    const plans = await plansOf(modules.pg, /payin_transaction/, ask)
    expect(plans.join("\n")).toMatch(new RegExp(`_payin_transaction_${index}\\b`))
    for (const plan of plans) {
      // What a claim found is written by its primary key.
      expect(plan).toMatch(new RegExp(`_payin_transaction_${index}\\b|payin_transaction_pkey`))
      expect(plan).not.toContain("Seq Scan on payin_transaction")
    }
  })

  /** Rows like this one, with names of their own. */
  async function copies(id: string, count: number): Promise<void> {
    const row: Record<string, unknown> = await modules.pg("payin_transaction").where({ id }).first()
    const own = ["id", "reference", "ticket", "fingerprint", "payment_collection_id", "session_id"]
    const columns = Object.keys(row).map((column) => `"${column}"`)
    const values = Object.keys(row).map((column) =>
      own.includes(column) ? `'${column}_' || ? || '_' || n` : `source."${column}"`
    )
    const suffixes = own.map(() => id)
    await modules.pg.raw(
      `insert into payin_transaction (${columns.join(", ")})
       select ${values.join(", ")} from payin_transaction source, generate_series(1, ?) n
       where source.id = ?`,
      [...suffixes, count, id]
    )
  }
})
