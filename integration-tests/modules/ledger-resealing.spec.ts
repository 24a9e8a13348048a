import { randomBytes } from "node:crypto"
import { createSealer } from "../../src/domain/privacy/seal"
import { SEALED_COLUMNS, SEALED_TABLES } from "../../src/domain/privacy/sealed-columns"
import refuseMissingKeys from "../../src/modules/ledger/keys"
import { resealAll } from "../../src/workflows/reseal"
import { RecordingLog } from "../support/modules/log"
import { rawOptions, withModules } from "../support/modules/modules"
import { PayIns } from "../support/modules/payin"
import { together } from "../support/modules/together"
import { CANARY } from "../support/personal-data"

const OLD = CANARY.encryption_key
const NEW = randomBytes(32).toString("base64")
const [NEW_ID, OLD_ID] = createSealer(`${NEW},${OLD}`).key_ids
const TABLE = "payin_transaction"

withModules(
  "data that the ledger encrypted before its key was changed",
  keys(`${NEW},${OLD}`),
  (modules) => {
    const payIns = new PayIns(modules)
    const next = (after = "") => modules.ledger.resealing.next(TABLE, after)
    const context = (row: string, column: string) => ({ table: TABLE, row, column })

    /** A pay-in of a store that knew the old key alone. */
    async function sealedBefore() {
      const id = modules.ledger.transactions.newId()
      const seal = (column: string, value: unknown) =>
        createSealer(OLD).seal(JSON.stringify(value), context(id, column))
      return payIns.open({
        id,
        customer_sealed: seal("customer_sealed", CANARY.co),
        refund_destination_sealed: seal("refund_destination_sealed", CANARY.refund_destination),
        sealed_with: OLD_ID,
      })
    }

    async function keyOf(id: string): Promise<string> {
      const row = await modules.pg(TABLE).where({ id }).first("sealed_with")
      return row.sealed_with
    }

    it("is re-encrypted with the first key, and is decrypted with that key alone", async () => {
      const { id } = await sealedBefore()
      const plain = await sealedBefore()
      await payIns.overwrite(plain.id, { refund_destination_sealed: null })
      expect(await next()).toEqual({ resealed: 2, unreadable: [], after: null })
      const row = await payIns.find(id)
      const open = (sealed: string | null, column: string) =>
        JSON.parse(createSealer(NEW).open(String(sealed), context(id, column)))
      expect(open(row.customer_sealed, "customer_sealed")).toEqual(CANARY.co)
      expect(open(row.refund_destination_sealed, "refund_destination_sealed")).toEqual(
        CANARY.refund_destination
      )
      expect(await payIns.find(plain.id)).toMatchObject({ refund_destination_sealed: null })
      expect(await keyOf(id)).toBe(NEW_ID)
      expect(await next()).toMatchObject({ resealed: 0 })
    })

    it("stays as it is where it cannot be decrypted, and its row is reported", async () => {
      const rows = [await sealedBefore(), await sealedBefore(), await sealedBefore()]
      // One was copied from another row, one was sealed with a key that is lost.
      await payIns.overwrite(rows[0].id, { customer_sealed: rows[1].customer_sealed })
      const lost = "v1.000000000000.AAAA"
      await payIns.overwrite(rows[2].id, { customer_sealed: lost, sealed_with: "000000000000" })
      const [before, , last] = await Promise.all(rows.map(({ id }) => payIns.find(id)))
      const { resealed, unreadable } = await next()
      expect(resealed).toBe(1)
      const broken = [
        { id: rows[0].id, code: "tampered" },
        { id: rows[2].id, code: "key_missing" },
      ]
      expect(unreadable.sort((a, b) => (a.code > b.code ? -1 : 1))).toEqual(broken)
      expect(await payIns.find(rows[0].id)).toEqual(before)
      expect(await payIns.find(rows[2].id)).toEqual(last)
      expect(await keyOf(rows[0].id)).toBe(OLD_ID)
    })

    it("is skipped while another transaction locks its row", async () => {
      const [busy, free] = [await sealedBefore(), await sealedBefore()]
      await modules.ledger.refundLimit.under(busy.id, async () => {
        expect(await next()).toMatchObject({ resealed: 1 })
      })
      expect(await keyOf(busy.id)).toBe(OLD_ID)
      expect(await keyOf(free.id)).toBe(NEW_ID)
      expect(await next()).toMatchObject({ resealed: 1 })
    })

    it("is re-encrypted once when two runs come at the same moment", async () => {
      await sealedBefore()
      await sealedBefore()
      const both = await together(modules.pg, { table: TABLE, event: "update" }, () => next())
      expect(both.map(({ resealed }) => resealed).sort()).toEqual([0, 2])
    })

    it("is re-encrypted a hundred rows at a time", async () => {
      const ids: string[] = []
      for (let made = 0; made < 101; made += 1) {
        ids.push((await sealedBefore()).id)
      }
      const last = ids.sort()[99]
      const { resealing } = modules.ledger
      expect(await resealing.waiting(TABLE)).toEqual({ [OLD_ID]: 101 })
      expect(await next()).toEqual({ resealed: 100, unreadable: [], after: last })
      expect(await resealing.waiting(TABLE)).toEqual({ [OLD_ID]: 1 })
      expect(await next(last)).toMatchObject({ resealed: 1, after: null })
      expect(await resealing.waiting(TABLE)).toEqual({})
    })

    it("is re-encrypted to the end, table by table", async () => {
      for (let made = 0; made < 101; made += 1) {
        await sealedBefore()
      }
      const told: string[] = []
      const done = await resealAll(modules.container, ({ table }) => told.push(table))
      expect(done[0]).toEqual({ table: TABLE, resealed: 101, unreadable: [], waiting: {} })
      expect(told).toEqual([...SEALED_TABLES])
    })

    it("is in no column that the re-encryption does not list", async () => {
      const { rows } = await modules.pg.raw(
        `select table_name || '.' || column_name as name from information_schema.columns
       where table_schema = 'public' and column_name like '%\\_sealed'`
      )
      const known = SEALED_TABLES.flatMap((table) =>
        SEALED_COLUMNS[table].map((column) => `${table}.${column}`)
      )
      expect(rows.map(({ name }: { name: string }) => name).sort()).toEqual(known.sort())
      expect([...SEALED_TABLES].sort()).toEqual(Object.keys(SEALED_COLUMNS).sort())
    })

    it("keeps a store from starting without its key until it is re-encrypted", async () => {
      await sealedBefore()
      const logger = new RecordingLog()
      const start = (encryptionKey: string) =>
        refuseMissingKeys({
          container: modules.container,
          ...{ logger, options: rawOptions(modules.proxy.url, keys(encryptionKey)) },
        })
      await expect(start(NEW)).rejects.toThrow("encryptionKey")
      expect(logger.lines).toEqual([
        { level: "error", message: expect.stringContaining(`key id ${OLD_ID}`) },
      ])
      await start(`${NEW},${OLD}`)
      await next()
      await start(NEW)
    })
  }
)

function keys(encryptionKey: string) {
  return { encryptionKey }
}
