import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Actor } from "../../domain/payout/actor"
import {
  approvalRefusal,
  approvalRefusalCode,
  type ApprovalRefusal,
  type Approvers,
  type Makers,
} from "../../domain/payout/approval"
import type { RefusalCode } from "../../domain/error/refusal-code"
import type { Audit } from "./audit"

/** Why this person may not decide, while another one may. */
export interface NotThisPerson {
  reason: string
  code: RefusalCode
  not_allowed: true
}

/** Four eyes: who may be the second person, and the audit's lines about those who may not. */
export class SecondPerson {
  constructor(
    private readonly audit: Audit,
    private readonly approvers: Approvers
  ) {}

  /** Why this actor may not be the second person; null when they may. */
  refusalOf(
    actor: Actor,
    makers: Makers,
    textOf: (refusal: ApprovalRefusal) => string
  ): NotThisPerson | null {
    const refusal = approvalRefusal(actor, makers, this.approvers)
    return refusal && notThisPerson(refusal, textOf)
  }

  /** Once for each person, reason and state of the subject. */
  async noteRefused(
    trx: Knex.Transaction,
    { id, facts }: { id: string; facts: Readonly<Record<string, unknown>> },
    actor: Actor,
    { code }: { code?: RefusalCode }
  ): Promise<void> {
    const told = { ...facts, code }
    await this.audit.noteOnce(trx, {
      ...{ subject_id: id, action: "approval_refused", actor, facts: told },
    })
  }
}

export function notThisPerson(
  refusal: ApprovalRefusal,
  textOf: (refusal: ApprovalRefusal) => string
): NotThisPerson {
  return { reason: textOf(refusal), code: approvalRefusalCode(refusal), not_allowed: true }
}
