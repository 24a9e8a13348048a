import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MajorAmount } from "../../domain/money/amount"
import { SERVICE, SYSTEM, type Actor } from "../../domain/payout/actor"
import { isHearsay, isKnownUnsent } from "../../domain/payout/attempt"
import { isBlocked } from "../../domain/payout/reason"
import type { Ticket } from "../../domain/row/reference"
import { PAYOUT_CLAIM_SECONDS, PAYOUT_FIRST_LOOKUP_SECONDS } from "../../domain/time/schedule"
import { databaseNow } from "../../tables/now"
import type { Sealer } from "../../domain/privacy/seal"
import type { Attempts } from "./attempts"
import type { Moves, Step } from "./moves"
import type { Attempt, Payout } from "./rows"
import type { PutBack } from "./submissions"

const ATTEMPTS = "payin_payout_attempt"

/**
 * The result of a send. A result counts for its own send only: a worker whose claim has expired
 * changes nothing.
 */
export class Answers {
  constructor(
    private readonly moves: Moves,
    private readonly attempts: Attempts,
    private readonly sealer: Sealer
  ) {}

  /** The form that the service made for an attempt; null: none, or it was forgotten. Secret. */
  formOf({ id, form_url_sealed }: Attempt): string | null {
    return form_url_sealed && this.sealer.open(form_url_sealed, formContext(id))
  }

  /**
   * The service accepted the payout; the result comes by lookup. A late answer is believed too: it
   * keeps a reference from being sent again.
   */
  async accepted(
    sent: Attempt,
    {
      ticket,
      echoed_amount,
      estimated_time,
      form_url,
    }: {
      ticket: Ticket | null
      echoed_amount: MajorAmount | null
      estimated_time: Date | null
      form_url: string | null
    }
  ): Promise<void> {
    const form_url_sealed = form_url && this.sealer.seal(form_url, formContext(sent.id))
    const waits = form_url === null ? {} : ({ reason: "awaiting_beneficiary" } as const)
    await this.answered(
      sent,
      SERVICE,
      ["sending", "unknown", "pending"],
      async (trx, payout, now) => {
        if (now.status === "pending") {
          // A notification was faster. The address of a form is told once, by this answer.
          if (form_url_sealed === null || now.form_url_sealed !== null) {
            return null
          }
          await trx(ATTEMPTS).where({ id: sent.id }).update({ form_url_sealed })
          const { status, status_cause } = payout
          return { to: status, cause: status_cause, values: waits, announced: true }
        }
        const columns = {
          ...{ status: "pending", ticket, echoed_amount, estimated_time, last_error: null },
          form_url_sealed,
        }
        await this.write(trx, sent, columns, PAYOUT_FIRST_LOOKUP_SECONDS)
        return { to: "pending", cause: "accepted", values: { ticket, estimated_time, ...waits } }
      }
    )
  }

  /**
   * Definitely refused: this reference is not used again. It is watched all the same, unless it was
   * refused here, `unsent`: then nothing left.
   */
  async refused(sent: Attempt, error: string, unsent = false): Promise<void> {
    await this.answered(sent, SERVICE, ["sending"], async (trx) => {
      const sends = unsent ? sent.sends - 1 : sent.sends
      const columns = { status: "rejected", sends, last_error: error }
      await this.write(trx, sent, columns, unsent ? null : PAYOUT_FIRST_LOOKUP_SECONDS)
      return { to: "rejected", cause: "refused", values: { response_message: error } }
    })
  }

  /**
   * Nothing left: the same attempt is sent later. `refused`: the service said so, and is asked about
   * the reference before. If a notification told of the attempt, it may have left after all, and is
   * looked up.
   */
  async notSent(
    sent: Attempt,
    error: string,
    { reason, seconds }: Omit<PutBack, "facts">,
    refused = false
  ): Promise<void> {
    await this.answered(sent, SYSTEM, ["sending"], async (trx, payout, now) => {
      if (isHearsay(now)) {
        return this.writeUnclear(trx, sent, error, refused)
      }
      const sends = sent.sends - 1
      const stopped = isBlocked(payout.reason)
      const status = stopped ? "void" : "ready"
      const columns = { status, sends, last_error: error, ...refusedNow(trx, refused) }
      await this.write(trx, sent, columns, null)
      return stopped
        ? { to: "rejected", cause: "contradicted", by: SERVICE }
        : { to: "queued", cause: "not_sent", values: { reason, submit_in: seconds } }
    })
  }

  /**
   * The outcome is unknown, so it is looked up. `refused`: the service refused a resend. That says
   * nothing about the first send until the service is believed not to know it (`StatusReports`).
   */
  async unclear(sent: Attempt, error: string, refused = false): Promise<void> {
    await this.answered(sent, SYSTEM, ["sending"], (trx) =>
      this.writeUnclear(trx, sent, error, refused)
    )
  }

  /** A notification told of an attempt. If it counts as never sent, it may have left after all. */
  async heard(attemptId: string): Promise<void> {
    const attempt = await this.attempts.find(attemptId)
    if (attempt !== null && isKnownUnsent(attempt)) {
      await this.moves.decide<{ late: true }>(
        attempt.payout_id,
        SYSTEM,
        async (payout, trx) => (await this.attempts.doubtUnsent(trx, payout)) ?? { late: true }
      )
    }
  }

  /**
   * The sending process died before the answer was written. An attempt that may still be answered
   * is left alone.
   */
  async lost(attempt: Attempt): Promise<void> {
    await this.answered(attempt, SYSTEM, ["sending"], async (trx) => {
      const overdue: unknown = await trx(ATTEMPTS)
        .where({ id: attempt.id })
        .where("last_sent_at", "<=", databaseNow(trx, -PAYOUT_CLAIM_SECONDS))
        .first("id")
      if (overdue === undefined) {
        return null
      }
      const columns = { status: "unknown", last_error: "no answer was recorded" }
      await this.write(trx, attempt, columns, PAYOUT_FIRST_LOOKUP_SECONDS)
      return { to: "unknown", cause: "unclear" }
    })
  }

  private async answered(
    sent: Attempt,
    by: Actor,
    among: Attempt["status"][],
    write: (trx: Knex.Transaction, payout: Payout, now: Attempt) => Promise<Step | null>
  ): Promise<void> {
    await this.moves.decide<{ late: true }>(sent.payout_id, by, async (payout, trx) => {
      const now = await this.attempts.newest(trx, sent.payout_id)
      const same = now?.id === sent.id && now.fence === sent.fence && among.includes(now.status)
      return (same ? await write(trx, payout, now) : null) ?? { late: true }
    })
  }

  private async writeUnclear(
    trx: Knex.Transaction,
    sent: Attempt,
    error: string,
    refused: boolean
  ): Promise<Step> {
    const columns = { status: "unknown", last_error: error, ...refusedNow(trx, refused) }
    await this.write(trx, sent, columns, PAYOUT_FIRST_LOOKUP_SECONDS)
    return { to: "unknown", cause: "unclear" }
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
}

function formContext(row: string) {
  return { table: ATTEMPTS, row, column: "form_url_sealed" }
}

function refusedNow(trx: Knex.Transaction, refused: boolean) {
  return refused && { last_refused_at: databaseNow(trx) }
}
