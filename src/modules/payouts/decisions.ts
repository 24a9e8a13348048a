import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { approvalRefusal, approvalRefusalText } from "../../domain/payout-approval"
import { sameDestination, type PayoutDestination } from "../../domain/payout-destination"
import { mayBeCanceledByPerson, mayBeChanged } from "../../domain/payout-state"
import type { Actor } from "../../domain/payout-actor"
import type { Attempts } from "./attempts"
import type { Destinations } from "./destinations"
import { isMade, type Moves, type PayoutValues, type Step } from "./moves"
import type { Payouts } from "./payouts"
import { beneficiaryRow, type Payout } from "./rows"

/** What became of a decision about a payout. `again`: the reason may go away. */
export type Decided =
  | { outcome: "done"; payout: Payout }
  | { outcome: "refused"; reason: string; field?: string }
  | { outcome: "unknown_payout" }

interface Refused {
  reason: string
  field?: string
}

/** What people decide about payouts, each safe to repeat: what is there already is answered again. */
export class Decisions {
  constructor(
    private readonly moves: Moves,
    private readonly payouts: Payouts,
    private readonly attempts: Attempts,
    private readonly destinations: Destinations
  ) {}

  /**
   * Says, or changes, where the money goes. Above the limit that needs a (new) approval. A shopper can only
   * say it where nobody did.
   */
  async giveDestination(
    id: string,
    given: { destination: PayoutDestination; payment_method: string },
    actor: Actor
  ): Promise<Decided> {
    return this.decided(id, actor, async (payout, trx) => {
      if (!mayBeChanged(payout.status)) {
        return { reason: `Payout ${payout.id} is ${payout.status}: its details are final.` }
      }
      if (this.isThere(payout, given)) {
        return { to: payout.status, cause: "destination_given" }
      }
      if (actor.role === "shopper" && payout.destination_sealed !== null) {
        return { reason: "Where this money goes was said already." }
      }
      const { columns, last_four } = this.columnsOf(payout, given)
      const values: PayoutValues = {
        ...columns,
        payment_method: given.payment_method,
        version: payout.version + 1,
        edited_by: actor.role === "operator" ? actor.id : payout.edited_by,
        // Whoever claimed it with the earlier details must not send them.
        fence: payout.fence + 1,
      }
      await this.attempts.voidReady(trx, payout.id)
      return this.afterChange(payout, values, { account_last_four: last_four })
    })
  }

  /** A second person agrees, to the version given or to the one that is there. */
  async approve(id: string, actor: Actor, version: number | null): Promise<Decided> {
    return this.decided(id, actor, async (payout, trx) => {
      if (payout.approved_version === payout.version && payout.status !== "awaiting_approval") {
        return { to: payout.status, cause: "approval_given" }
      }
      if (payout.status !== "awaiting_approval") {
        return { reason: `Payout ${payout.id} is ${payout.status}: it waits for no approval.` }
      }
      if (version !== null && version !== payout.version) {
        return { reason: "It was changed since you saw it: look at it again.", field: "version" }
      }
      const refusal = await this.refusalOf(payout, actor, trx)
      return (
        refusal ?? {
          to: "queued",
          cause: "approval_given",
          values: {
            approved_version: payout.version,
            approved_by: actor.id,
            approved_at: "now",
            submit_in: 0,
          },
          facts: { version: payout.version, amount: payout.amount, currency: payout.currency },
        }
      )
    })
  }

  /** Gives the intent up: only what was never sent, and no refund, which Medusa booked. */
  async cancel(id: string, actor: Actor, note: string | null): Promise<Decided> {
    return this.decided(id, actor, (payout) => {
      if (payout.status === "canceled") {
        return { to: "canceled", cause: "canceled" }
      }
      if (actor.role === "operator" && !mayBeCanceledByPerson(payout.source)) {
        return {
          reason:
            "Medusa booked this refund: pay it here, or elsewhere and say so. It cannot be canceled.",
        }
      }
      if (!isUnsent(payout)) {
        return { reason: `Payout ${payout.id} is ${payout.status}: too late to cancel.` }
      }
      const values = { note: note ?? payout.note, fence: payout.fence + 1 }
      return { to: "canceled", cause: "canceled", values }
    })
  }

  /** After a rejection: once more, under a new reference. */
  async retry(id: string, actor: Actor): Promise<Decided> {
    return this.decided(id, actor, (payout) => {
      if (payout.status !== "rejected") {
        return {
          reason: `Payout ${payout.id} is ${payout.status}: only a rejected one is retried.`,
        }
      }
      if (payout.reason === "contradiction") {
        return {
          reason: "The service said later that it was paid after all: ask the service first.",
        }
      }
      const to = this.payouts.standingOf(payout)
      return { to, cause: "retried", values: to === "queued" ? { submit_in: 0 } : {} }
    })
  }

  /** The money was given by other means. Above the limit a second person says so. */
  async paidElsewhere(
    id: string,
    actor: Actor,
    { note, proof }: { note: string; proof: string }
  ): Promise<Decided> {
    return this.decided(id, actor, async (payout, trx) => {
      if (payout.status === "paid_elsewhere") {
        return { to: payout.status, cause: "paid_elsewhere" }
      }
      if (!["awaiting_destination", "awaiting_approval", "rejected"].includes(payout.status)) {
        return {
          reason: `Payout ${payout.id} is ${payout.status}: it may still be paid from here.`,
        }
      }
      const refusal = this.payouts.needsApproval(payout)
        ? await this.refusalOf(payout, actor, trx)
        : null
      return (
        refusal ?? {
          to: "paid_elsewhere",
          cause: "paid_elsewhere",
          values: { note, proof, fence: payout.fence + 1 },
          facts: { amount: payout.amount, currency: payout.currency },
        }
      )
    })
  }

  private afterChange(payout: Payout, values: PayoutValues, facts: Step["facts"]): Step {
    const { amount, currency, approved_version, destination_sealed, version } = payout
    const to = this.payouts.standingOf({
      amount,
      currency,
      approved_version,
      destination_sealed: values.destination_sealed ?? destination_sealed,
      version: values.version ?? version,
    })
    const edited = { to: payout.status, cause: "edited", values, facts } as const
    if (payout.status === "awaiting_destination") {
      const due = to === "queued" ? { submit_in: 0 } : {}
      return { to, cause: "destination_given", values: { ...values, ...due }, facts }
    }
    return payout.status === "queued" && to === "awaiting_approval"
      ? { to, cause: "details_changed", values, facts }
      : edited
  }

  private columnsOf(payout: Payout, { destination }: { destination: PayoutDestination }) {
    const columns = this.destinations.columns("payin_payout", payout.id, destination)
    return { columns, last_four: columns.account_last_four }
  }

  private isThere(
    payout: Payout,
    given: { destination: PayoutDestination; payment_method: string }
  ): boolean {
    const { destination_sealed } = payout
    return (
      destination_sealed !== null &&
      payout.payment_method === given.payment_method &&
      sameDestination(
        this.destinations.open("payin_payout", { id: payout.id, destination_sealed }),
        given.destination
      )
    )
  }

  private async refusalOf(
    payout: Payout,
    actor: Actor,
    trx: Knex.Transaction
  ): Promise<Refused | null> {
    const { created_by, edited_by, beneficiary_id } = payout
    const row: unknown =
      beneficiary_id === null
        ? undefined
        : await trx("payin_beneficiary").where({ id: beneficiary_id }).first()
    const editor = row === undefined ? null : beneficiaryRow.parse(row).edited_by
    const hands = { created_by, edited_by: [edited_by, editor] }
    const refusal = approvalRefusal({ type: actor.type, id: actor.id }, hands)
    return refusal && { reason: approvalRefusalText(refusal) }
  }

  private async decided(
    id: string,
    actor: Actor,
    decide: (payout: Payout, trx: Knex.Transaction) => Promise<Step | Refused> | Step | Refused
  ): Promise<Decided> {
    const made = await this.moves.decide(id, actor, decide)
    if (made === null) {
      return { outcome: "unknown_payout" }
    }
    return isMade(made) ? { outcome: "done", payout: made.payout } : { outcome: "refused", ...made }
  }
}

function isUnsent({ status }: Payout): boolean {
  return ["held", "awaiting_destination", "awaiting_approval", "queued"].includes(status)
}
