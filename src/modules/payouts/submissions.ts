import { generateEntityId, MedusaError } from "@medusajs/framework/utils"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { isBelieved, type NotKnownRule } from "../../domain/payin/not-known"
import { isHearsay, neverLeft } from "../../domain/payout/attempt"
import type { PayoutDestination } from "../../domain/payout/destination"
import { lastWord, type LastFacts } from "../../domain/payout/eligibility"
import { isByForm } from "../../domain/payout/methods"
import {
  isBlocked,
  payoutReasonText,
  BLOCKING_REASONS,
  type PayoutReason,
} from "../../domain/payout/reason"
import { derivedReference, hashIpnKey, newIpnKey } from "../../domain/row/reference"
import {
  CALL_MARGIN_SECONDS,
  PAYOUT_CLAIM_SECONDS,
  PAYOUT_DOWN_SECONDS,
} from "../../domain/time/schedule"
import type { Sealer } from "../../domain/privacy/seal"
import { Queue } from "../../engine/queue"
import type { Approvals } from "./approvals"
import type { Attempts } from "./attempts"
import { SYSTEM, type Actor } from "../../domain/payout/actor"
import { allowsAtOnce } from "../../tables/at-once"
import { databaseNow } from "../../tables/now"
import type { Destinations } from "./destinations"
import type { Merchants } from "./merchants"
import { isMade, type PayoutChange, type Moves } from "./moves"
import { attemptRow, payoutRow, type Attempt, type Payout } from "./rows"

const PAYOUTS = "payin_payout"
const ATTEMPTS = "payin_payout_attempt"

/** Data of one send. Handle with care: it holds the account number. */
export interface Send {
  attempt: Attempt
  destination: PayoutDestination
  ipn_key: string
}

/** What was read under the locks before a payout is written. */
export interface LastLook {
  /** Refund limit: whether all refunds of its pay-in, this one too, stay within what arrived. */
  within: boolean
  /**
   * Whether the order of a seller's share was paid to no provider, as it is now: a second person who
   * approved it before that did not know.
   */
  lacks_payment: boolean
}

/** A claimed payout that moved. `send` is null when it waits for a second person now. */
export interface Begun {
  made: PayoutChange
  send: Send | null
}

interface NotBegun {
  over_bound: boolean
}

/** A payout that is sent once more. */
export interface Resent {
  made: PayoutChange
  send: Send
}

/** Why a claimed payout is not sent now. */
export interface PutBack {
  reason: PayoutReason
  facts?: Record<string, unknown>
  seconds: number
}

/** Why an unknown payout is not resent, in plain words. */
export interface NotResent {
  reason: string
  waits_for?: PayoutReason
}

/**
 * Sending payouts: claimed, written, then sent by the caller. The results are written by `Answers`.
 */
export class Submissions {
  private readonly queue: Queue<typeof payoutRow>

  constructor(
    private readonly pg: Knex,
    private readonly moves: Moves,
    private readonly attempts: Attempts,
    private readonly approvals: Approvals,
    private readonly destinations: Destinations,
    private readonly sealer: Sealer,
    private readonly notKnown: NotKnownRule,
    private readonly merchants: Merchants
  ) {
    this.queue = new Queue(pg, {
      table: PAYOUTS,
      row: payoutRow,
      due: "submit_after",
      where: "status = 'queued'",
      fenced: true,
      partition: "account",
      visibility: PAYOUT_CLAIM_SECONDS,
    })
  }

  /** Claims due payouts of an account, the longest waiting first. Returned oldest first. */
  async claim(account: string, limit: number): Promise<Payout[]> {
    const claimed = await this.queue.claim({ of: account, limit })
    return claimed.sort((a, b) => a.created_at.getTime() - b.created_at.getTime())
  }

  /**
   * Amounts that an account has under way and that the service may not have deducted from its
   * balance yet.
   */
  async underWay(account: string): Promise<Payout["amount"][]> {
    const rows: unknown[] = await this.pg(ATTEMPTS)
      .where({ account, status: "sending" })
      .whereNull("deleted_at")
    return rows.map((row) => attemptRow.parse(row).amount)
  }

  /** Puts a claimed payout back into the queue, for a reason that is shown. */
  async putBack({ id, fence }: Payout, { reason, facts, seconds }: PutBack): Promise<void> {
    await this.queue.sleep({ id, fence }, seconds, {
      reason,
      reason_facts: facts === undefined ? null : JSON.stringify(facts),
      updated_at: databaseNow(this.pg),
    })
  }

  /** Shows why due payouts of an account are not sent from an installation that is held. */
  async hold(account: string): Promise<void> {
    await this.pg(PAYOUTS)
      .where({ status: "queued", account })
      .where("submit_after", "<=", databaseNow(this.pg))
      .where((one) =>
        one.whereNull("reason").orWhereNotIn("reason", [...BLOCKING_REASONS, "installation_held"])
      )
      .update({ reason: "installation_held", reason_facts: null, updated_at: databaseNow(this.pg) })
  }

  /** Payouts that wait for this reason alone are due now, in the transaction that ended it. */
  async requeue(trx: Knex, reason: PayoutReason): Promise<void> {
    await trx(PAYOUTS)
      .where({ status: "queued", reason })
      .update({ submit_after: databaseNow(trx), updated_at: databaseNow(trx) })
  }

  /**
   * Writes that a claimed payout is being sent, before the call
   * (docs/decisions/0001-write-before-send.md). Null when it must not be sent any more: canceled,
   * changed, or claimed by another worker. For a refund call it under the lock of the pay-in's row.
   *
   * Four eyes: what waited in the queue is judged anew, by what was sent today and by the present
   * options.
   */
  async begin(
    trx: Knex.Transaction,
    claimed: Payout,
    { within, lacks_payment }: LastLook
  ): Promise<Begun | "over_bound" | null> {
    let send: Send | null = null
    const made = await this.moves.decideWithin<NotBegun>(
      trx,
      claimed.id,
      SYSTEM,
      async (payout) => {
        const { status, fence, reason } = payout
        const facts: LastFacts = {
          moved: status !== "queued" || fence !== claimed.fence,
          stopped: isBlocked(reason) ? reason : null,
          again: null,
          within,
        }
        const before = lastWord(facts, null)
        if (before.outcome !== "send") {
          return { over_bound: before.outcome === "wait" && before.reason === "over_bound" }
        }
        const known = await this.attempts.doubtUnsent(trx, payout)
        if (known !== null) {
          return known
        }
        const lacks = { hold: false, destination: false }
        const news =
          lacks_payment && !payout.not_paid_here
            ? { not_paid_here: true, approved_version: null }
            : {}
        const judged = { ...payout, ...news }
        const next = await this.approvals.next(trx, judged, lacks, "leaving")
        if (lastWord(facts, next.need).outcome !== "send") {
          return { to: next.to, cause: "needs_approval", values: { ...news, ...next.values } }
        }
        send = await this.writeAttempt(trx, payout, next.values.unapproved_at === "now")
        return {
          to: "sending",
          cause: "claimed",
          values: { reference: send.attempt.reference, ticket: null, response_message: null },
          facts: { attempt: send.attempt.number, reference: send.attempt.reference },
        }
      }
    )
    if (made === null || isMade(made)) {
      return made && { made, send }
    }
    return made.over_bound ? "over_bound" : null
  }

  /**
   * Whether a written send may still leave, asked right before the call. A process that was frozen in
   * between must not send: by now the send may count as lost, another one or another reference may
   * have left, or a person may have said how it ended.
   */
  async mayStillLeave({ id, fence }: Attempt): Promise<boolean> {
    return allowsAtOnce(async () => {
      const since = databaseNow(this.pg, CALL_MARGIN_SECONDS - PAYOUT_CLAIM_SECONDS)
      const row: unknown = await this.pg(ATTEMPTS)
        .where({ id, fence, status: "sending" })
        .where("last_sent_at", ">", since)
        .first("id")
      return row !== undefined
    })
  }

  /**
   * Writes a resend of the same attempt under the same reference, once the service is believed not
   * to know it (docs/decisions/0013-unknown-is-a-state.md). Null, or a refusal in plain words. For a
   * refund call it under the lock of the pay-in's row. Call `moves.announce` after the commit.
   * `request` is the id of the operator's request.
   */
  async resend(
    trx: Knex.Transaction,
    payoutId: string,
    actor: Actor,
    { within }: Pick<LastLook, "within">,
    request: string | null = null
  ): Promise<Resent | NotResent | null> {
    const resent: { send: Send | null } = { send: null }
    const made = await this.moves.decideWithin<NotResent>(trx, payoutId, actor, async (payout) => {
      const attempt = await this.attempts.newest(trx, payout.id)
      if (payout.status !== "unknown" || attempt?.status !== "unknown") {
        return { reason: `Payout ${payout.id} is ${payout.status}: there is nothing to resend.` }
      }
      const facts: LastFacts = {
        moved: false,
        stopped: isBlocked(payout.reason) ? payout.reason : null,
        again: {
          same_merchant: this.merchants.isSame(attempt),
          by_form: isByForm(attempt),
          heard: isHearsay(attempt),
          believed: isBelieved(attempt, this.notKnown),
        },
        within,
      }
      const before = lastWord(facts, null)
      const word =
        before.outcome === "send" && (await this.approvals.exceedsDayAgain(trx, attempt))
          ? lastWord(facts, "daily_limit")
          : before
      if (word.outcome === "wait") {
        return this.notResent(attempt, word.reason)
      }
      resent.send = await this.sendAgain(trx, attempt, attempt.unapproved_at !== null)
      const sent = { reference: attempt.reference, ...(request !== null && { request }) }
      return { to: "sending", cause: "resent", facts: sent }
    })
    if (made === null || !isMade(made)) {
      return made
    }
    return resent.send && { made, send: resent.send }
  }

  private notResent({ not_known_count }: Attempt, reason: PayoutReason): NotResent {
    const { answers, seconds } = this.notKnown
    return reason === "not_known"
      ? {
          reason:
            `The service does not know this payout so far (answers: ${not_known_count}). It may still appear: ` +
            `wait for ${answers} such answers over ${Math.ceil(seconds / 60)} minutes.`,
        }
      : { reason: payoutReasonText(reason).en, waits_for: reason }
  }

  /**
   * Writes what is sent now, with the payout's details as they are now. An attempt that never left
   * is written anew: it keeps its number and reference, and the key of its address, by which a
   * notification may still tell of an earlier send. Its raised fence refuses every answer to what it
   * was before.
   *
   * @param alone without a second person: it counts towards the day's limit
   */
  private async writeAttempt(trx: Knex.Transaction, payout: Payout, alone: boolean): Promise<Send> {
    const newest = await this.attempts.newest(trx, payout.id)
    const unsent = newest !== null && neverLeft(newest) ? newest : null
    const { id: payout_id, account, amount, currency, country, payment_method } = payout
    const number = unsent?.number ?? (newest?.number ?? 0) + 1
    const destination = this.destinations.open(PAYOUTS, sealedOf(payout))
    const id = unsent?.id ?? generateEntityId(undefined, "payatt")
    const key =
      unsent === null ? newIpnKey() : this.sealer.open(unsent.ipn_key_sealed, keyContext(id))
    const { destination_sealed, sealed_with } = this.destinations.columns(ATTEMPTS, id, destination)
    const columns = {
      account,
      amount,
      currency,
      country,
      payment_method,
      destination_sealed,
      sealed_with,
      sent_to: this.merchants.of(account),
      ipn_key_hash: hashIpnKey(key),
      ipn_key_sealed: this.sealer.seal(key, keyContext(id)),
      status: "sending",
      status_changed_at: databaseNow(trx),
      sends: 1,
      fence: (unsent?.fence ?? 0) + 1,
      last_sent_at: databaseNow(trx),
      unapproved_at: alone ? databaseNow(trx) : null,
      lookup_after: databaseNow(trx, PAYOUT_CLAIM_SECONDS),
    }
    const rows: unknown[] =
      unsent === null
        ? await trx(ATTEMPTS)
            .insert({
              id,
              payout_id,
              number,
              reference: derivedReference("payOut", payout.source, payout.source_id, number),
              ...columns,
              created_at: databaseNow(trx),
            })
            .returning("*")
        : await trx(ATTEMPTS)
            .where({ id })
            .update({ ...columns, updated_at: databaseNow(trx) })
            .returning("*")
    return { attempt: attemptRow.parse(rows[0]), destination, ipn_key: key }
  }

  private async sendAgain(trx: Knex, { id, account }: Attempt, alone: boolean): Promise<Send> {
    const rows: unknown[] = await trx(ATTEMPTS)
      .where({ id })
      .update({
        status: "sending",
        status_changed_at: databaseNow(trx),
        sent_to: this.merchants.of(account),
        sends: trx.raw("sends + 1"),
        fence: trx.raw("fence + 1"),
        last_sent_at: databaseNow(trx),
        unapproved_at: alone ? databaseNow(trx) : null,
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
}

/** Pause of a payout that could not leave. */
export const DOWN = { reason: "service_down", seconds: PAYOUT_DOWN_SECONDS } as const

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
