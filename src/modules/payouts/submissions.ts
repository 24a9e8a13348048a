import { generateEntityId, MedusaError } from "@medusajs/framework/utils"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { databaseNow } from "../../domain/clock"
import { isBelieved, type NotKnownRule } from "../../domain/not-known"
import type { PayoutDestination } from "../../domain/payout-destination"
import type { PayoutReason } from "../../domain/payout-reason"
import { hashIpnKey, newIpnKey, newReference, type Ticket } from "../../domain/reference"
import {
  PAYOUT_CLAIM_SECONDS,
  PAYOUT_DOWN_SECONDS,
  PAYOUT_FIRST_LOOKUP_SECONDS,
} from "../../domain/schedule"
import type { Sealer } from "../../domain/seal"
import type { Attempts } from "./attempts"
import { SERVICE, SYSTEM, type Actor } from "../../domain/payout-actor"
import type { Destinations } from "./destinations"
import { isMade, type Made, type Moves, type Step } from "./moves"
import { attemptRow, payoutRow, type Attempt, type Payout } from "./rows"

const PAYOUTS = "payin_payout"
const ATTEMPTS = "payin_payout_attempt"

/** Everything that one send needs. Hand it on with care: it holds the account number. */
export interface Send {
  attempt: Attempt
  destination: PayoutDestination
  ipn_key: string
}

/** Why a claimed payout is not sent now. */
export interface PutBack {
  reason: PayoutReason
  facts?: Record<string, unknown>
  seconds: number
}

/** Sending payouts: claimed, written, sent by the caller, answered. Each answer counts for its send only. */
export class Submissions {
  constructor(
    private readonly pg: Knex,
    private readonly moves: Moves,
    private readonly attempts: Attempts,
    private readonly destinations: Destinations,
    private readonly sealer: Sealer,
    private readonly notKnown: NotKnownRule
  ) {}

  /** Claims payouts of an account that are to be sent, the longest waiting first. */
  async claim(account: string, limit: number): Promise<Payout[]> {
    const answer: { rows: unknown[] } = await this.pg.raw(
      `update payin_payout set submit_after = ?, fence = fence + 1
       where id in (
         select id from payin_payout
         where status = 'queued' and account = ? and submit_after <= ? and deleted_at is null
         order by submit_after, id limit ? for update skip locked)
       returning *`,
      [databaseNow(this.pg, PAYOUT_CLAIM_SECONDS), account, databaseNow(this.pg), limit]
    )
    return answer.rows
      .map((row) => payoutRow.parse(row))
      .sort((a, b) => a.created_at.getTime() - b.created_at.getTime())
  }

  /** What an account has under way and the service may not have taken from its balance yet. */
  async underWay(account: string): Promise<Payout["amount"][]> {
    const rows: unknown[] = await this.pg(ATTEMPTS).where({ account, status: "sending" })
    return rows.map((row) => attemptRow.parse(row).amount)
  }

  /** A claimed payout waits on, for a reason that is shown. */
  async putBack({ id, fence }: Payout, { reason, facts, seconds }: PutBack): Promise<void> {
    await this.pg(PAYOUTS)
      .where({ id, fence, status: "queued" })
      .update({
        reason,
        reason_facts: facts === undefined ? null : JSON.stringify(facts),
        submit_after: databaseNow(this.pg, seconds),
        updated_at: databaseNow(this.pg),
      })
  }

  /**
   * Writes that a claimed payout is being sent, before it is (promise 2); null when it may not be any more:
   * canceled, changed, or claimed by somebody else. Whoever gives a pay-in back calls it under the lock of
   * the pay-in's row.
   */
  async begin(trx: Knex.Transaction, claimed: Payout): Promise<{ made: Made; send: Send } | null> {
    let send: Send | null = null
    const made = await this.moves.decideWithin(trx, claimed.id, SYSTEM, async (payout) => {
      if (payout.status !== "queued" || payout.fence !== claimed.fence) {
        return { stopped: true }
      }
      send = await this.writeAttempt(trx, payout)
      return {
        to: "sending",
        cause: "claimed",
        values: { reference: send.attempt.reference, ticket: null, response_message: null },
        facts: { attempt: send.attempt.number, reference: send.attempt.reference },
      }
    })
    return send !== null && made !== null && isMade(made) ? { made, send } : null
  }

  /**
   * Sends the same attempt once more, under the same reference: only once the service is believed not to
   * know it (gaps.md PayIn). Null, or why not, in plain words.
   */
  async resend(payoutId: string, actor: Actor): Promise<Send | { reason: string } | null> {
    let send: Send | null = null
    const made = await this.moves.decide<{ reason: string }>(
      payoutId,
      actor,
      async (payout, trx) => {
        const attempt = await this.attempts.newest(trx, payout.id)
        if (payout.status !== "unknown" || attempt?.status !== "unknown") {
          return { reason: `Payout ${payout.id} is ${payout.status}: there is nothing to resend.` }
        }
        if (!isBelieved(attempt, this.notKnown, await this.now(trx))) {
          const { answers, seconds } = this.notKnown
          return {
            reason:
              `The service was asked ${attempt.not_known_count} times and it may still turn up: wait for ` +
              `${answers} answers over ${Math.ceil(seconds / 60)} minutes.`,
          }
        }
        send = await this.sendAgain(trx, attempt)
        return { to: "sending", cause: "resent", facts: { reference: attempt.reference } }
      }
    )
    return made === null || isMade(made) ? send : made
  }

  /** The service took it (interface.md 4.2); the result comes by lookup. */
  async accepted(
    sent: Attempt,
    { ticket, estimated_time }: { ticket: Ticket; estimated_time: Date | null }
  ): Promise<void> {
    await this.answered(sent, async (trx) => {
      const columns = { status: "pending", ticket, estimated_time, last_error: null }
      await this.write(trx, sent, columns, PAYOUT_FIRST_LOOKUP_SECONDS)
      return { to: "pending", cause: "accepted", values: { ticket, estimated_time } }
    })
  }

  /** Definitely refused: this reference is over. */
  async refused(sent: Attempt, error: string): Promise<void> {
    await this.answered(sent, async (trx) => {
      await this.write(trx, sent, { status: "rejected", last_error: error }, null)
      return { to: "rejected", cause: "refused", values: { response_message: error } }
    })
  }

  /** Not one byte left: the same attempt is sent later. */
  async notSent(sent: Attempt, error: string, putBack: Omit<PutBack, "facts">): Promise<void> {
    await this.answered(sent, async (trx) => {
      const sends = sent.sends - 1
      await this.write(trx, sent, { status: "ready", sends, last_error: error }, null)
      return {
        to: "queued",
        cause: "not_sent",
        values: { reason: putBack.reason, submit_in: putBack.seconds },
      }
    })
  }

  /** Nobody knows: it is looked up. `refused`: a resend was, of which nothing follows for the first send. */
  async unclear(
    sent: Attempt,
    { error, ticket, refused }: { error: string; ticket: Ticket | null; refused: boolean }
  ): Promise<void> {
    await this.answered(sent, async (trx) => {
      const columns = {
        status: "unknown",
        last_error: error,
        ...(ticket && { ticket }),
        ...(refused && { last_refused_at: databaseNow(trx) }),
      }
      await this.write(trx, sent, columns, PAYOUT_FIRST_LOOKUP_SECONDS)
      return { to: "unknown", cause: "unclear", values: ticket ? { ticket } : {} }
    })
  }

  /** Whoever sent it died before the answer was written. */
  async lost(attempt: Attempt): Promise<void> {
    await this.unclear(attempt, { error: "no answer was recorded", ticket: null, refused: false })
  }

  private async answered(
    sent: Attempt,
    write: (trx: Knex.Transaction) => Promise<Step>
  ): Promise<void> {
    const actor = (cause: Step["cause"]) =>
      ["accepted", "refused"].includes(cause) ? SERVICE : SYSTEM
    const made = await this.pg.transaction(async (trx) => {
      // The payout's row first: that is the order of all locks.
      const row: unknown = await trx(PAYOUTS).where({ id: sent.payout_id }).forUpdate().first("id")
      const alive = await this.attempts.newest(trx, sent.payout_id)
      if (row === undefined || alive?.id !== sent.id || !isSameSend(alive, sent)) {
        return null
      }
      const step = await write(trx)
      return this.moves.decideWithin(trx, sent.payout_id, actor(step.cause), () => step)
    })
    if (made !== null && isMade(made)) {
      await this.moves.announce(made)
    }
  }

  private async write(
    trx: Knex,
    { id }: Attempt,
    columns: Record<string, unknown>,
    lookupSeconds: number | null
  ): Promise<void> {
    await trx(ATTEMPTS)
      .where({ id })
      .update({
        ...columns,
        status_changed_at: databaseNow(trx),
        lookup_after: lookupSeconds === null ? null : databaseNow(trx, lookupSeconds),
        lookup_attempts: 0,
        updated_at: databaseNow(trx),
      })
  }

  private async writeAttempt(trx: Knex.Transaction, payout: Payout): Promise<Send> {
    const newest = await this.attempts.newest(trx, payout.id)
    if (newest?.status === "ready") {
      return this.sendAgain(trx, newest)
    }
    const { id: payout_id, account, amount, currency, country, payment_method } = payout
    const destination = this.destinations.open(PAYOUTS, sealedOf(payout))
    const id = generateEntityId(undefined, "payatt")
    const key = newIpnKey()
    const { destination_sealed, sealed_with } = this.destinations.columns(ATTEMPTS, id, destination)
    const rows: unknown[] = await trx(ATTEMPTS)
      .insert({
        id,
        payout_id,
        account,
        amount,
        currency,
        country,
        payment_method,
        destination_sealed,
        sealed_with,
        number: (newest?.number ?? 0) + 1,
        reference: newReference("payOut"),
        ipn_key_hash: hashIpnKey(key),
        ipn_key_sealed: this.sealer.seal(key, keyContext(id)),
        status: "sending",
        status_changed_at: databaseNow(trx),
        sends: 1,
        fence: 1,
        last_sent_at: databaseNow(trx),
        lookup_after: databaseNow(trx, PAYOUT_CLAIM_SECONDS),
        created_at: databaseNow(trx),
      })
      .returning("*")
    return { attempt: attemptRow.parse(rows[0]), destination, ipn_key: key }
  }

  private async sendAgain(trx: Knex, { id }: Attempt): Promise<Send> {
    const rows: unknown[] = await trx(ATTEMPTS)
      .where({ id })
      .update({
        status: "sending",
        status_changed_at: databaseNow(trx),
        sends: trx.raw("sends + 1"),
        fence: trx.raw("fence + 1"),
        last_sent_at: databaseNow(trx),
        not_known_count: 0,
        not_known_since: null,
        lookup_attempts: 0,
        lookup_after: databaseNow(trx, PAYOUT_CLAIM_SECONDS),
      })
      .returning("*")
    const attempt = attemptRow.parse(rows[0])
    return {
      attempt,
      destination: this.destinations.open(ATTEMPTS, attempt),
      ipn_key: this.sealer.open(attempt.ipn_key_sealed, keyContext(id)),
    }
  }

  private async now(trx: Knex): Promise<Date> {
    const answer: { rows: { now: Date }[] } = await trx.raw("select ? as now", [databaseNow(trx)])
    return answer.rows[0].now
  }
}

/** How long a payout waits that could not leave. */
export const DOWN = { reason: "service_down", seconds: PAYOUT_DOWN_SECONDS } as const

function isSameSend(now: Attempt, sent: Attempt): boolean {
  return now.status === "sending" && now.fence === sent.fence
}

function keyContext(row: string) {
  return { table: ATTEMPTS, row, column: "ipn_key_sealed" }
}

function sealedOf({ id, destination_sealed }: Payout): { id: string; destination_sealed: string } {
  if (destination_sealed === null) {
    throw new MedusaError(
      MedusaError.Types.UNEXPECTED_STATE,
      `Payout ${id} is queued without a destination.`
    )
  }
  return { id, destination_sealed }
}
