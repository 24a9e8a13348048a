import type { MedusaContainer } from "@medusajs/framework/types"
import {
  aboutText,
  proposalRefusalText,
  proposedText,
  secondPersonStep,
  type Sum,
  type WaitingPayout,
} from "../../domain/anomaly/proposal"
import { isUnsure, pauseOf } from "../../domain/anomaly/pause"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Confirm, Unconfirmed } from "../../modules/ledger/resolutions"
import type { Anomaly, Transaction } from "../../modules/ledger/rows"
import { notThisPerson } from "../../modules/payouts/second-person"
import type { CardTransaction } from "../../modules/subscriptions/card-rows"
import { waitingForPause } from "../payout/waiting"
import { servicesOf } from "./index"
import { refused, type Resolution, type ResolveRequest } from "./resolution"

/** The money that a decision books, by the rows that it is made by. */
export interface Booked {
  arrived: Sum
  asked: Sum
  card: CardTransaction | null
  /** Whether the sums may be wrong. */
  unsure?: boolean
}

const NONE = (): Promise<readonly WaitingPayout[]> => Promise.resolve([])

/**
 * Four eyes: the question whether a decision about money that came in is confirmed. Above the limit
 * the first person's decision is written down as a proposal, and the audit shows who proposed,
 * confirmed, and was refused.
 *
 * @param booked the money, by the rows as they are under their locks
 * @param waiting the payouts that the decision lets leave
 */
export function confirmation(
  container: MedusaContainer,
  { action, actor }: Pick<ResolveRequest, "action" | "actor">,
  booked: (anomaly: Anomaly, payIn: Transaction | null) => Booked,
  waiting: (trx: Knex.Transaction, anomaly: Anomaly) => Promise<readonly WaitingPayout[]> = NONE
): Confirm {
  const { ledger, payouts, gateway } = servicesOf(container)
  const { approvalAbove, approvers } = gateway.options
  return async (trx, { anomaly, payIn }): Promise<Unconfirmed | null> => {
    const { arrived, asked, card, unsure = false } = booked(anomaly, payIn)
    const about = aboutOf(anomaly, payIn, card)
    const sums = { arrived, asked, unsure }
    const decision = { action, actor, ...sums, about, waiting: await waiting(trx, anomaly) }
    const options = { approvalAbove, approvers: approvers ?? null }
    const step = secondPersonStep(decision, anomaly.proposed, options)
    const { id } = anomaly
    const facts = { decision: action, ...arrived }
    switch (step.to) {
      case "carry_out":
        if (step.proposed_by !== null) {
          const told = { ...facts, proposed_by: step.proposed_by }
          const deed = { subject_id: id, action: "confirmed", actor, facts: told }
          await payouts.audit.noteOnce(trx, deed)
        }
        return null
      case "propose": {
        const proposal = { action, by: actor.id, ...arrived, about }
        await payouts.audit.note(trx, { subject_id: id, action: "proposed", actor, facts })
        const proposed = await ledger.resolutions.propose(trx, id, proposal)
        const reason = proposedText(decision)
        return { outcome: "unconfirmed", reason, code: "second_person", proposed }
      }
      case "refuse": {
        const { reason, code } = notThisPerson(step.refusal, proposalRefusalText)
        await payouts.secondPerson.noteRefused(trx, { id, facts }, actor, { code })
        return { outcome: "unconfirmed", reason, code, proposed: null }
      }
    }
  }
}

/**
 * The question whether a decision may end the pause of an account, if the anomaly pauses one by what it
 * tells under its lock. Above the limit, and while nobody knows how much the service pays, two people
 * end it.
 */
export function confirmationOfPause(
  container: MedusaContainer,
  request: Pick<ResolveRequest, "action" | "actor">
): Confirm {
  return (trx, seen) => {
    const pause = request.action === "ignore" ? pauseOf(seen.anomaly) : null
    if (pause === null) {
      return Promise.resolve(null)
    }
    const { ordered, paid } = pause
    const sums = { asked: ordered, arrived: paid ?? ordered, card: null, unsure: isUnsure(pause) }
    const confirm = confirmation(
      container,
      request,
      () => sums,
      (trx, anomaly) => waitingForPause(container, anomaly, trx)
    )
    return confirm(trx, seen)
  }
}

/** What a proposal about this anomaly would be made by now. */
export function aboutOf(
  anomaly: Anomaly,
  payIn: Transaction | null,
  card: CardTransaction | null
): string {
  return aboutText(anomaly, {
    payIn: payIn && {
      ...{ status: payIn.status, amount: payIn.approved_amount, currency: payIn.approved_currency },
    },
    card: card && {
      ...{ status: card.status, amount: card.captured_amount, currency: card.currency },
    },
  })
}

/** The answer to a person who does not carry the decision out. */
export function unconfirmed({ reason, code }: Unconfirmed): Resolution {
  return { ...refused(reason, false, code), not_allowed: true }
}
