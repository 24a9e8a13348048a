import type { MedusaContainer } from "@medusajs/framework/types"
import type { Actor } from "../../domain/payout/actor"
import type { Decided } from "../../modules/payouts/decisions"
import { servicesOf } from "../settle"
import { keyObstacle } from "./key-holder"
import { orderMakers } from "./order-makers"

/** A person's approval of the version that they saw. */
export interface ApprovalRequest {
  payout_id: string
  actor: Actor
  version: number
  /** Id of the operator's request: a repeat approves nothing again. */
  request_id: string
}

/**
 * Approves a payout. Version and person are judged first, so that nobody learns who holds a Bre-B key
 * by asking for what they may not approve. They are judged again with the approval: the answer about
 * the key may be a new version.
 */
export async function approvePayout(
  container: MedusaContainer,
  { payout_id, actor, version, request_id }: ApprovalRequest
): Promise<Decided> {
  const { decisions, payouts } = servicesOf(container).payouts
  const refusal = await decisions.refusalOfApproval(
    payout_id,
    actor,
    version,
    request_id,
    orderMakers
  )
  if (refusal !== null) {
    return refusal
  }
  const payout = await payouts.find(payout_id)
  const obstacle = payout && (await keyObstacle(container, payout))
  return obstacle ?? (await decisions.approve(payout_id, actor, version, request_id, orderMakers))
}
