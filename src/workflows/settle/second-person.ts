import type { MedusaContainer } from "@medusajs/framework/types"
import {
  aboutText,
  PROPOSED,
  proposalRefusalText,
  secondPersonStep,
  type Sum,
  type WaitingPayout,
} from "../../domain/anomaly/proposal"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Confirm, Unconfirmed } from "../../modules/ledger/resolutions"
import type { Anomaly, Transaction } from "../../modules/ledger/rows"
import { notThisPerson } from "../../modules/payouts/second-person"
import type { CardTransaction } from "../../modules/subscriptions/card-rows"
import { servicesOf } from "./index"
import { refused, type Resolution, type ResolveRequest } from "./resolution"

/** The money that a decision books, by the rows that it is made by. */
export interface Booked {
  arrived: Sum
  asked: Sum
  card: CardTransaction | null
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
  waiting: (trx: Knex.Transaction) => Promise<readonly WaitingPayout[]> = NONE
): Confirm {
  const { ledger, payouts, gateway } = servicesOf(container)
  const { approvalAbove, approvers } = gateway.options
  return async (trx, { anomaly, payIn }): Promise<Unconfirmed | null> => {
    const { arrived, asked, card } = booked(anomaly, payIn)
    const about = aboutOf(anomaly, payIn, card)
    const decision = { action, actor, arrived, asked, about, waiting: await waiting(trx) }
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
        return { outcome: "unconfirmed", reason: PROPOSED, code: "second_person", proposed }
      }
      case "refuse": {
        const { reason, code } = notThisPerson(step.refusal, proposalRefusalText)
        await payouts.secondPerson.noteRefused(trx, { id, facts }, actor, { code })
        return { outcome: "unconfirmed", reason, code, proposed: null }
      }
    }
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
