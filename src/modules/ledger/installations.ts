import { createHash } from "node:crypto"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "zod"
import {
  installationChange,
  knowsMerchants,
  type Installation,
  type InstallationReason,
  type InstallationStanding,
} from "../../domain/installation/installation"
import type { PayInOptions } from "../../domain/options/options"
import { databaseNow } from "../../tables/now"
import type { Announcements } from "./announcements"

const TABLE = "payin_installation"
/** There is one row. */
const ROW = "living"

const found = z.object({
  cluster: z.string().nullable(),
  database: z.string(),
  timeline: z.string().nullable(),
})

const livingRow = found.extend({
  callback_url: z.string(),
  merchants: z.record(z.string(), z.string()),
  live_since: z.date(),
  taken_over_by: z.string().nullable(),
  held: z.record(z.string(), z.iso.datetime({ offset: true })),
})
type Living = z.infer<typeof livingRow>

const CLUSTER = "(select system_identifier::text from pg_control_system())"
const TIMELINE = "substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)"
const DATABASE = "(select oid::text from pg_database where datname = current_database())"

/**
 * PostgreSQL's codes for what a role or a hosted server may not ask: no privilege, no such
 * function, not supported, not in this state. Any other error is a failed read.
 */
const UNREADABLE = ["42501", "42883", "0A000", "55000"]

/** What a start of Medusa is known by, of its options. */
type Settings = Pick<PayInOptions, "callbackUrl" | "accounts" | "installation">

/**
 * Which installation moves money. The first one that asks is the living one. Any other holds its
 * payouts and renewals until a person takes over.
 */
export class Installations {
  /** The part of the query that reads the database; some servers do not tell all of it. */
  private readable: Promise<string> | null = null

  constructor(
    private readonly pg: Knex,
    private readonly settings: Settings,
    private readonly announcements: Announcements
  ) {}

  /** Whether money may leave here. Remembers, and announces once, that this one is held. */
  async standing(): Promise<InstallationStanding> {
    if (this.settings.installation === "ignore") {
      return { live: true, reason: null, since: null }
    }
    const here = await this.here(this.pg)
    const living = (await this.living(this.pg)) ?? (await this.begin(here))
    const reason = installationChange(living, here)
    if (reason !== null) {
      return { live: false, reason, since: await this.hold(living, here, reason) }
    }
    await this.remember(living, here)
    return { live: true, reason: null, since: living.live_since }
  }

  /** Whether nothing may leave here by itself. */
  async isHeld(): Promise<boolean> {
    return !(await this.standing()).live
  }

  /**
   * Whether a person took over after a moment: what was there by then may have been done by the
   * other installation too.
   */
  async tookOverAfter(moment: Date): Promise<boolean> {
    const living = this.settings.installation === "ignore" ? null : await this.living(this.pg)
    return living !== null && living.taken_over_by !== null && living.live_since > moment
  }

  /**
   * Makes this installation the living one.
   *
   * @param after the time of the newest row that the other installation may have made: the clock of
   * this database may be behind the other's
   * @param witness writes the audit line in the same transaction
   * @returns null when it is the living one already
   */
  async takeOver(
    { by, note, after = null }: { by: string; note: string; after?: Date | null },
    witness: (trx: Knex.Transaction, from: InstallationReason) => Promise<void>
  ): Promise<InstallationStanding | null> {
    if (this.settings.installation === "ignore") {
      return null
    }
    const here = await this.here(this.pg)
    const since = await this.pg.transaction(async (trx) => {
      const living = await this.living(trx, "lock")
      const reason = living && installationChange(living, here)
      if (living === null || reason === null) {
        return null
      }
      const rows = await trx(TABLE)
        .where({ id: ROW })
        .update({
          ...here,
          merchants: JSON.stringify(here.merchants),
          live_since: trx.raw("greatest(?, ?::timestamptz)", [databaseNow(trx), after]),
          taken_over_by: by,
          note,
          held: "{}",
          updated_at: databaseNow(trx),
        })
        .returning("*")
      await witness(trx, reason)
      return livingRow.parse(rows[0]).live_since
    })
    if (since === null) {
      return null
    }
    this.announcements.installationTaken(by)
    return { live: true, reason: null, since }
  }

  private async living(pg: Knex, lock?: "lock"): Promise<Living | null> {
    const query = pg(TABLE).where({ id: ROW })
    const row: unknown = await (lock ? query.forUpdate() : query).first()
    return row === undefined ? null : livingRow.parse(row)
  }

  /** Two that begin at once: the first one is written, and the other compares with it. */
  private async begin(here: Installation): Promise<Living> {
    await this.pg(TABLE)
      .insert({
        id: ROW,
        ...here,
        merchants: JSON.stringify(here.merchants),
        live_since: databaseNow(this.pg),
        held: "{}",
      })
      .onConflict("id")
      .ignore()
    const row: unknown = await this.pg(TABLE).where({ id: ROW }).first()
    return livingRow.parse(row)
  }

  private async hold(living: Living, here: Installation, reason: InstallationReason) {
    const print = fingerprintOf(here)
    const known = living.held[print]
    if (known !== undefined) {
      return new Date(known)
    }
    const rows = await this.pg(TABLE)
      .where({ id: ROW })
      .whereRaw("not jsonb_exists(held, ?)", [print])
      .update({
        held: this.pg.raw("held || jsonb_build_object(?::text, ?)", [print, databaseNow(this.pg)]),
        updated_at: databaseNow(this.pg),
      })
      .returning("*")
    const written = rows.length === 0 ? await this.living(this.pg) : livingRow.parse(rows[0])
    const since = new Date(written?.held[print] ?? Date.now())
    if (rows.length > 0) {
      await this.announcements.installationHeld(reason, since)
    }
    return since
  }

  private async remember(living: Living, here: Installation): Promise<void> {
    if (!knowsMerchants(living, here)) {
      const { database, callback_url } = here
      await this.pg(TABLE)
        // A person may have taken over elsewhere meanwhile.
        .where({ id: ROW, database, callback_url })
        .update({
          merchants: this.pg.raw("?::jsonb || merchants", [JSON.stringify(here.merchants)]),
          updated_at: databaseNow(this.pg),
        })
    }
  }

  private async here(pg: Knex): Promise<Installation> {
    this.readable ??= this.whatCanBeRead().catch((error: unknown) => {
      this.readable = null
      throw error
    })
    const answer: { rows: unknown[] } = await pg.raw(await this.readable)
    const merchants: Record<string, string> = {}
    for (const { id, merchantId } of this.settings.accounts) {
      if (merchantId !== null) merchants[id] = merchantId
    }
    return {
      ...found.parse(answer.rows[0]),
      callback_url: this.settings.callbackUrl,
      merchants,
    }
  }

  /** @throws MedusaError on a standby, which does not tell the timeline: a later read may. */
  private async whatCanBeRead(): Promise<string> {
    const answer: { rows: unknown[] } = await this.pg.raw("select pg_is_in_recovery() as standby")
    if (z.object({ standby: z.boolean() }).parse(answer.rows[0]).standby) {
      const message = "The database is a standby: it cannot tell which installation this is."
      throw new MedusaError(MedusaError.Types.UNEXPECTED_STATE, message)
    }
    const cluster = (await this.canRead(CLUSTER)) ? CLUSTER : "null::text"
    const timeline = (await this.canRead(TIMELINE)) ? TIMELINE : "null::text"
    return `select ${cluster} as cluster, ${DATABASE} as database, ${timeline} as timeline`
  }

  private async canRead(part: string): Promise<boolean> {
    try {
      await this.pg.raw(`select ${part}`)
      return true
    } catch (error) {
      if (error instanceof Error && "code" in error && UNREADABLE.includes(String(error.code))) {
        return false
      }
      throw error
    }
  }
}

function fingerprintOf(installation: Installation): string {
  const { cluster, database, timeline, callback_url, merchants } = installation
  const sorted = Object.entries(merchants).sort(([a], [b]) => (a < b ? -1 : 1))
  const text = JSON.stringify([cluster, database, timeline, callback_url, sorted])
  return createHash("sha256").update(text).digest("hex").slice(0, 32)
}
