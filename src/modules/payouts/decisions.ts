import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { holderAfter } from "../../domain/payout/key-holder"
import {
  approvalRefusal,
  approvalRefusalText,
  firstAct,
  retryRefusalText,
  type Makers,
} from "../../domain/payout/approval"
import {
  maskedEmail,
  OWN_DESTINATION,
  sameDestination,
  type DestinationSource,
  type PayoutTarget,
} from "../../domain/payout/destination"
import { askedForForm } from "../../domain/payout/attempt"
import { outcomeReferences, type OutcomeReferences } from "../../domain/payout/outcome"
import { isByForm } from "../../domain/payout/methods"
import { isBlocked, payoutReasonText, type PayoutReason } from "../../domain/payout/reason"
import type { RefusalCode } from "../../domain/error/refusal-code"
import {
  isUnsent,
  mayBeCanceledByPerson,
  mayBeChanged,
  mayBeConcluded,
  mayBePaidElsewhere,
  type PayoutCause,
  type PayoutOutcome,
} from "../../domain/payout/state"
import { makerOf, makersOf, type Actor } from "../../domain/payout/actor"
import { needsSecondPerson, type PayoutWay } from "../../domain/payout/way"
import { readOne } from "../../tables/rows"
import type { Attempts } from "./attempts"
import type { Audit } from "./audit"
import type { Destinations } from "./destinations"
import { isMade, type PayoutChange, type Moves, type PayoutValues, type Step } from "./moves"
import type { Payouts } from "./payouts"
import { beneficiaryRow, ruleRow, type Payout } from "./rows"
import { notThisPerson, type NotThisPerson, type SecondPerson } from "./second-person"

/** The result of a decision about a payout. */
export type Decided = { outcome: "done"; payout: Payout } | Refusal | { outcome: "unknown_payout" }

type Refusal = Refused & { outcome: "refused" }

/** A destination as it was given. */
export interface GivenDestination extends PayoutTarget {
  /** Makers beside the actor (`makerOf`): of the shopper's link, and of the payer's document. */
  makers?: readonly (string | null)[]
  /** Whether another person decides, because it may not be the account of the person who paid. */
  other_person: boolean
}

/** What the service's support told a person, and what shows it. */
export interface ReportedOutcome {
  outcome: PayoutOutcome
  /** The reference that they spoke of; it may be left out when only one is in doubt or open. */
  reference?: string | undefined
  note: string
  proof: string
}

/**
 * Reads the makers of a seller's share that Medusa notes (`makerOf`), which no module knows, in the
 * transaction of the decision.
 */
export type OrderMakers = (
  trx: Knex.Transaction,
  payout: Payout
) => Promise<readonly (string | null)[]>

const NO_ORDER: OrderMakers = () => Promise.resolve([])

interface Refused {
  reason: string
  /** Stable name, for translations. */
  code?: RefusalCode
  /** Why it waits, or why it is blocked. */
  waits_for?: PayoutReason
  field?: string
  /** Not this person, but another one may. */
  not_allowed?: true
  /** Only too early: try again. */
  again?: true
}

/**
 * Decisions of people about payouts. Each is safe to repeat: an existing result is returned again.
 * Where the same decision can be made twice with two meanings, `request` (the id of the operator's
 * request) keeps a repeated try from deciding again.
 */
export class Decisions {
  constructor(
    private readonly moves: Moves,
    private readonly audit: Audit,
    private readonly payouts: Payouts,
    private readonly attempts: Attempts,
    private readonly destinations: Destinations,
    private readonly secondPerson: SecondPerson
  ) {}

  /**
   * Sets or changes the destination. Above the limit that needs a (new) approval. A shopper can
   * only set a missing one.
   */
  async giveDestination(id: string, given: GivenDestination, actor: Actor): Promise<Decided> {
    return this.decided(id, actor, async (payout, trx) => {
      if (!mayBeChanged(payout.status)) {
        return movedOn(payout, "its details are final")
      }
      // Before the next check: a link must not reveal the destination to somebody who tries
      // accounts.
      if (actor.role === "shopper" && payout.destination_sealed !== null) {
        return { reason: "Where this money goes was said already." }
      }
      if (this.isThere(payout, given)) {
        return { to: payout.status, cause: "destination_given" }
      }
      const columns = this.destinations.columns("payin_payout", payout.id, given.destination)
      const values: PayoutValues = {
        ...columns,
        ...(payout.transaction_id !== null && { destination_from: sourceOf(actor) }),
        payment_method: given.payment_method,
        version: payout.version + 1,
        makers: makersOf(...payout.makers, makerOf(actor), ...(given.makers ?? [])),
        other_person: given.other_person,
        key_holder: this.keptHolder(payout, given),
        // It goes under the beneficiary's name to an account that nobody confirmed as theirs.
        ...(payout.beneficiary_id !== null && { beneficiary_version: OWN_DESTINATION }),
        // A worker that claimed it with the earlier details must not send them.
        fence: payout.fence + 1,
      }
      const facts = {
        account_last_four: columns.account_last_four,
        ...(isByForm(given) && { email: maskedEmail(given.destination.email) }),
      }
      return this.afterChange(trx, payout, values, facts)
    })
  }

  /**
   * Four eyes: a second person approves the version of the payout that they saw. The audit shows
   * who was refused.
   */
  async approve(
    id: string,
    actor: Actor,
    version: number,
    request: string | null = null,
    orderMakers = NO_ORDER
  ): Promise<Decided> {
    return this.decided(id, actor, async (payout, trx) => {
      if (await this.wasDone(trx, payout, "approval_given", request)) {
        return { to: payout.status, cause: "approval_given" }
      }
      const refusal = await this.notApproved(payout, actor, version, trx, orderMakers)
      if (refusal !== null) {
        return refusal
      }
      return {
        to: "queued",
        cause: "approval_given",
        values: {
          approved_version: payout.version,
          approved_by: actor.id,
          approved_at: "now",
          unapproved_at: null,
          submit_in: 0,
        },
        facts: {
          version: payout.version,
          amount: payout.amount,
          currency: payout.currency,
          ...(request !== null && { request }),
        },
      }
    })
  }

  /**
   * Why {@link approve} would be refused now; null when it would not. Writes only the audit's line
   * about a person who may not.
   */
  async refusalOfApproval(
    id: string,
    actor: Actor,
    version: number,
    request: string | null = null,
    orderMakers = NO_ORDER
  ): Promise<Decided | null> {
    return this.refusalBefore(id, actor, async (payout, trx) =>
      (await this.wasDone(trx, payout, "approval_given", request))
        ? null
        : this.notApproved(payout, actor, version, trx, orderMakers)
    )
  }

  private async notApproved(
    payout: Payout,
    actor: Actor,
    version: number,
    trx: Knex.Transaction,
    orderMakers: OrderMakers
  ): Promise<Refused | null> {
    if (payout.status !== "awaiting_approval") {
      return movedOn(payout, "it waits for no approval")
    }
    if (version !== payout.version) {
      const reason = "It was changed since you saw it: look at it again."
      return { reason, field: "version", code: "changed_since" }
    }
    const refusal = await this.refusalOf("approve", payout, actor, trx, orderMakers)
    if (refusal !== null) {
      await this.noteRefused(trx, payout, actor, refusal)
    }
    return refusal
  }

  /** Cancels a payout that was never sent. No refund: Medusa booked it. */
  async cancel(id: string, actor: Actor, note: string | null): Promise<Decided> {
    return this.decided(id, actor, (payout) => this.cancellation(payout, actor, note))
  }

  /** The same inside a transaction of the caller, who calls `moves.announce` after the commit. */
  async cancelWithin(
    trx: Knex.Transaction,
    id: string,
    actor: Actor,
    note: string | null
  ): Promise<{ decided: Decided; made: PayoutChange | null }> {
    const made = await this.moves.decideWithin(trx, id, actor, (payout) =>
      this.cancellation(payout, actor, note)
    )
    return { decided: decidedOf(made), made: made !== null && isMade(made) ? made : null }
  }

  private cancellation(payout: Payout, actor: Actor, note: string | null): Step | Refused {
    if (payout.status === "canceled") {
      return { to: "canceled", cause: "canceled" }
    }
    if (actor.role === "operator" && !mayBeCanceledByPerson(payout)) {
      return {
        reason:
          "Medusa booked this refund: pay it here, or elsewhere and say so. It cannot be canceled.",
        code: "refund_stays",
      }
    }
    if (!isUnsent(payout.status)) {
      return movedOn(payout, "too late to cancel")
    }
    const values = { note: note ?? payout.note, fence: payout.fence + 1 }
    return { to: "canceled", cause: "canceled", values }
  }

  /**
   * Retries a rejected payout under a new reference. Above the limit somebody else does it than who
   * reported that it was not paid: they may approve the retry, and would pay it twice on their own. An
   * approval ends with the days in which a rejection may reverse.
   */
  async retry(id: string, actor: Actor, request: string | null = null): Promise<Decided> {
    return this.decided(id, actor, async (payout, trx) => {
      if (await this.wasDone(trx, payout, "retried", request)) {
        return { to: payout.status, cause: "retried" }
      }
      if (payout.status !== "rejected") {
        return movedOn(payout, "only a rejected one is retried")
      }
      if (isBlocked(payout.reason)) {
        return { reason: payoutReasonText(payout.reason).en, waits_for: payout.reason }
      }
      if (isByForm(payout) && askedForForm(await this.attempts.ofPayout(payout.id, trx))) {
        return { reason: payoutReasonText("form_sent").en, waits_for: "form_sent" }
      }
      const refusal = await this.refusalOfReporter(payout, actor, trx)
      if (refusal !== null) {
        await this.noteRefused(trx, payout, actor, refusal)
        return refusal
      }
      // Whoever approved it so long ago did not approve that it is paid now.
      const ended = (await this.payouts.isLongRejected(payout, trx)) && { approved_version: null }
      const next = await this.payouts.nextOf(trx, { ...payout, ...ended })
      const values = { ...next.values, ...ended }
      return {
        to: next.to,
        cause: "retried",
        values,
        ...(request !== null && { facts: { request } }),
      }
    })
  }

  /**
   * Four eyes: marks a payout as paid by other means. Above the limit a second person does that.
   */
  async paidElsewhere(
    id: string,
    actor: Actor,
    { note, proof }: { note: string; proof: string },
    orderMakers = NO_ORDER
  ): Promise<Decided> {
    return this.decided(id, actor, async (payout, trx) => {
      if (payout.status === "paid_elsewhere") {
        return { to: payout.status, cause: "paid_elsewhere" }
      }
      return (
        (await this.notElsewhere(payout, actor, trx, orderMakers)) ?? {
          to: "paid_elsewhere",
          cause: "paid_elsewhere",
          values: { note, proof, fence: payout.fence + 1 },
          facts: { amount: payout.amount, currency: payout.currency },
        }
      )
    })
  }

  /**
   * Four eyes: writes what the service's support told a person of a payout that the service itself
   * leaves open. Above the limit a second person does that. The payout is watched all the same: if
   * the service says otherwise later, an anomaly opens.
   *
   * - `paid`: the payout counts as approved, and a reference beside it ends
   * - `not_paid`: it counts as rejected and can be retried, unless another reference is on its way
   * - of a canceled one: it stays canceled, and counts as paid or no longer does
   */
  async reportOutcome(
    id: string,
    actor: Actor,
    { outcome, note, proof, reference: named }: ReportedOutcome,
    request: string | null = null,
    orderMakers = NO_ORDER
  ): Promise<Decided> {
    return this.decided(id, actor, async (payout, trx) => {
      if (await this.wasDone(trx, payout, "concluded", request)) {
        return { to: payout.status, cause: "concluded" }
      }
      const may = mayBeConcluded(payout, await this.payouts.isStuck(payout, trx))
      if (may !== "yes") {
        return may === "no"
          ? movedOn(payout, "its outcome is not in doubt")
          : movedOn(payout, "the service may still report how it ended")
      }
      const refusal = await this.refusalOf("conclude", payout, actor, trx, orderMakers)
      if (refusal !== null) {
        await this.noteRefused(trx, payout, actor, refusal)
        return refusal
      }
      const { status, amount, currency } = payout
      const found = outcomeReferences(payout, await this.attempts.ofPayout(id, trx))
      const reference = referenceOf(payout, found, named)
      if (typeof reference !== "string") {
        return reference
      }
      if (await this.attempts.isPaidBeside(trx, id, reference)) {
        return movedOn(payout, "another reference of it was paid")
      }
      await this.attempts.reportOutcome(trx, id, reference, outcome)
      const isUnpaid = outcome === "not_paid"
      // Above the limit somebody else tries it again ({@link retry}): it must not leave by itself.
      const staysQueued = isUnpaid && status === "queued" && !this.payouts.isAboveLimit(payout)
      const otherIsOpen = found.open.some((one) => one !== reference)
      const isCanceled = status === "canceled"
      const unpaidStatus = staysQueued || otherIsOpen || isCanceled ? status : "rejected"
      const doubted = staysQueued ? undefined : found.doubted.find((one) => one !== reference)
      // What was canceled and paid goes on counting as such: another payout may be in its place.
      const staysCounted = isCanceled && !isUnpaid
      return {
        to: isUnpaid || isCanceled ? unpaidStatus : "approved",
        cause: "concluded",
        values: {
          ...{ note, proof, fence: payout.fence + 1 },
          ...(!staysCounted &&
            (doubted === undefined
              ? { reason: null }
              : { reason: "contradiction", reason_facts: { reference: doubted } })),
          // An approval is for one send, which may have been paid after all.
          ...(isUnpaid && { approved_version: null }),
          ...(staysQueued && { submit_in: 0 }),
        },
        facts: { outcome, reference, amount, currency, ...(request !== null && { request }) },
      }
    })
  }

  /**
   * Why {@link paidElsewhere} would be refused now; null when it would not. Writes only the audit's
   * line about a person who may not.
   */
  async refusalOfElsewhere(
    id: string,
    actor: Actor,
    orderMakers = NO_ORDER
  ): Promise<Decided | null> {
    return this.refusalBefore(id, actor, async (payout, trx) => {
      const refusal = await this.notElsewhere(payout, actor, trx, orderMakers)
      if (refusal?.not_allowed) {
        await this.noteRefused(trx, payout, actor, refusal)
      }
      return refusal
    })
  }

  private async notElsewhere(
    payout: Payout,
    actor: Actor,
    trx: Knex.Transaction,
    orderMakers: OrderMakers
  ): Promise<Refused | null> {
    if (!mayBePaidElsewhere(payout.status, payout.reason)) {
      return movedOn(payout, "it may still be paid from here")
    }
    return this.refusalOf("paid-elsewhere", payout, actor, trx, orderMakers)
  }

  private async afterChange(
    trx: Knex.Transaction,
    payout: Payout,
    values: PayoutValues,
    facts: Step["facts"]
  ): Promise<Step> {
    const { status } = payout
    if (status === "held" || status === "rejected") {
      return { to: status, cause: "edited", values, facts }
    }
    const { destination_sealed, version, other_person, beneficiary_version } = {
      ...payout,
      ...values,
    }
    const { payment_method, key_holder } = { ...payout, ...values }
    const next = await this.payouts.nextOf(trx, {
      ...payout,
      ...{ destination_sealed, version, other_person, beneficiary_version },
      ...{ payment_method, key_holder },
    })
    const both = { ...values, ...next.values }
    if (status === "awaiting_destination") {
      return { to: next.to, cause: "destination_given", values: both, facts }
    }
    if (status === "queued" && next.to === "awaiting_approval") {
      return { to: next.to, cause: "details_changed", values: both, facts }
    }
    if (status === "queued") {
      // The earlier claim ends: it is due again at once, and counts towards the day anew.
      return { to: status, cause: "edited", values: both, facts }
    }
    // What waits for an approval waits on: only its reason may change.
    return {
      to: status,
      cause: "edited",
      values: { ...values, reason: next.values.reason ?? null },
      facts,
    }
  }

  private keptHolder(payout: Payout, { payment_method, destination }: PayoutTarget) {
    const { id, destination_sealed, key_holder } = payout
    const isSameMethod = payout.payment_method === payment_method
    return destination_sealed === null || key_holder === null || !isSameMethod
      ? null
      : holderAfter(
          id,
          key_holder,
          this.destinations.open("payin_payout", { id, destination_sealed }),
          destination
        )
  }

  private isThere(payout: Payout, given: PayoutTarget): boolean {
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

  /** Four eyes: whether only a second person may go this way with the payout as it is now. */
  needsSecondPerson(way: PayoutWay, payout: Payout): boolean {
    return needsSecondPerson(way, this.payouts.isAboveLimit(payout))
  }

  /** Four eyes: why this actor may not go this way with the payout as it is now; null when they may. Writes nothing. */
  async refusalOf(
    way: PayoutWay,
    payout: Payout,
    actor: Actor,
    trx: Knex.Transaction,
    orderMakers: OrderMakers
  ): Promise<NotThisPerson | null> {
    return this.needsSecondPerson(way, payout)
      ? this.refusalOfSecond(payout, actor, trx, orderMakers)
      : null
  }

  private async refusalOfSecond(
    payout: Payout,
    actor: Actor,
    trx: Knex.Transaction,
    orderMakers: OrderMakers
  ): Promise<NotThisPerson | null> {
    const makers = await this.makersOf(payout, trx, orderMakers)
    return this.secondPerson.refusalOf(actor, makers, approvalRefusalText)
  }

  /** Four eyes: whether only another person than the one who reported it as not paid may retry it. */
  async needsAnotherRetrier(payout: Payout, trx: Knex.Transaction): Promise<boolean> {
    return (await this.reportersOf(payout, trx)).length > 0
  }

  /** Who reported as not paid what a retry would pay; nobody below the limit. */
  private async reportersOf(payout: Payout, trx: Knex.Transaction): Promise<string[]> {
    const attempt = await this.attempts.newest(trx, payout.id)
    return attempt?.last_sent_at == null || !this.payouts.isAboveLimit(payout)
      ? []
      : this.audit.reportersOfUnpaid(trx, payout.id, attempt.last_sent_at)
  }

  /**
   * Four eyes: why this actor may not retry what a person reported as not paid; null when they may.
   * Writes nothing.
   */
  async refusalOfReporter(
    payout: Payout,
    actor: Actor,
    trx: Knex.Transaction
  ): Promise<NotThisPerson | null> {
    const reporters = await this.reportersOf(payout, trx)
    if (reporters.length === 0) {
      return null
    }
    const [created_by] = reporters
    const reported = { created_by, since: payout.created_at, makers: reporters }
    // Not only approvers retry.
    const refusal = approvalRefusal(actor, reported, null)
    return refusal && notThisPerson(refusal, retryRefusalText)
  }

  /** Four eyes: who had a part in a payout, and since when. */
  async makersOf(payout: Payout, trx: Knex.Transaction, orderMakers: OrderMakers): Promise<Makers> {
    const { created_by, created_at, beneficiary_id, rule_id } = payout
    // Removed ones too: what they were copied for stays.
    const copied = async (table: string, id: string | null): Promise<unknown> =>
      id === null ? undefined : trx(table).where({ id }).first()
    const beneficiary = readOne(beneficiaryRow, await copied("payin_beneficiary", beneficiary_id))
    const rule = readOne(ruleRow, await copied("payin_payout_rule", rule_id))
    const { beneficiary_version: version, rule_version } = payout
    // A payout by hand has a maker of its own, who named the beneficiary as it was.
    const since =
      rule === null
        ? created_at
        : firstAct(created_at, [
            { version: rule_version, row: rule },
            ...(beneficiary === null || version === OWN_DESTINATION
              ? []
              : [{ version, row: beneficiary }]),
          ])
    const ofOrder = await orderMakers(trx, payout)
    const makers = makersOf(...payout.makers, ...(beneficiary?.makers ?? []), ...ofOrder)
    return { created_by, since, makers }
  }

  private async noteRefused(
    trx: Knex.Transaction,
    { id, version }: Payout,
    actor: Actor,
    refused: Refused
  ): Promise<void> {
    await this.secondPerson.noteRefused(trx, { id, facts: { version } }, actor, refused)
  }

  private async wasDone(
    trx: Knex.Transaction,
    { id }: Payout,
    action: PayoutCause,
    request: string | null
  ): Promise<boolean> {
    return request !== null && this.audit.wasDone({ subject_id: id, action, request }, trx)
  }

  /** Judges a decision without making it. */
  private async refusalBefore(
    id: string,
    actor: Actor,
    judge: (payout: Payout, trx: Knex.Transaction) => Promise<Refused | null>
  ): Promise<Decided | null> {
    const asked = await this.moves.decide(id, actor, async (payout, trx) => ({
      refusal: await judge(payout, trx),
    }))
    if (asked === null || isMade(asked)) {
      return decidedOf(asked)
    }
    return asked.refusal && decidedOf(asked.refusal)
  }

  private async decided(
    id: string,
    actor: Actor,
    decide: (payout: Payout, trx: Knex.Transaction) => Promise<Step | Refused> | Step | Refused
  ): Promise<Decided> {
    return decidedOf(await this.moves.decide(id, actor, decide))
  }
}

function sourceOf({ role }: Actor): DestinationSource {
  return role === "shopper" ? "page" : "operator"
}

/** The reference whose outcome a person reports: the one that they name, or the only one. */
function referenceOf(
  payout: Payout,
  { doubted, open }: OutcomeReferences,
  named: string | undefined
): string | Refused {
  const [first, ...others] = [...doubted, ...open]
  if (first === undefined) {
    return movedOn(payout, "it waits for the outcome of another payout")
  }
  if (named !== undefined) {
    return [first, ...others].includes(named)
      ? named
      : { ...movedOn(payout, `the outcome of ${named} is not in doubt`), field: "reference" }
  }
  return others.length === 0
    ? first
    : {
        reason: `Payout ${payout.id} was sent under several references whose outcome is open: ${[first, ...others].join(", ")}. Say which one in "reference".`,
        code: "which_reference",
        field: "reference",
      }
}

/** The refusal when the payout moved meanwhile. */
function movedOn({ id, status }: Payout, consequence: string): Refused {
  return { reason: `Payout ${id} is ${status}: ${consequence}.`, code: "moved_on" }
}

function decidedOf(made: PayoutChange | Refused | null): Decided {
  if (made === null) {
    return { outcome: "unknown_payout" }
  }
  return isMade(made) ? { outcome: "done", payout: made.payout } : { outcome: "refused", ...made }
}
