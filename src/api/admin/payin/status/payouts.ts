import type { PayInOptions } from "../../../../domain/options/options"
import type { AdminStatusAnswer } from "../status-types"

/** The states in which a payout waits for something or for somebody. */
export const WAITING_PAYOUTS = [
  "held",
  "awaiting_destination",
  "awaiting_approval",
  "queued",
  "unknown",
  "rejected",
] as const

type Problem = AdminStatusAnswer["problems"][number]
type Depth = { status: (typeof WAITING_PAYOUTS)[number]; count: number }

export function payoutQueues(
  depths: readonly Depth[]
): Pick<AdminStatusAnswer["queues"], `payouts_${Depth["status"]}`> {
  const of = (status: Depth["status"]) => depths.find((one) => one.status === status)?.count ?? 0
  return {
    payouts_held: of("held"),
    payouts_awaiting_destination: of("awaiting_destination"),
    payouts_awaiting_approval: of("awaiting_approval"),
    payouts_queued: of("queued"),
    payouts_unknown: of("unknown"),
    payouts_rejected: of("rejected"),
  }
}

/** Problems that keep payouts from leaving, or their outcome from being known. */
export function payoutProblems(
  { payouts }: Pick<PayInOptions, "payouts">,
  depths: readonly Depth[],
  unconfigured: readonly string[]
): AdminStatusAnswer["problems"] {
  return [...(payouts.enabled ? [] : [switchedOff(depths)]), ...unconfigured.map(accountIsGone)]
}

function switchedOff(depths: readonly Depth[]): Problem {
  const { payouts_queued } = payoutQueues(depths)
  const message =
    `Payouts are switched off (option payouts.enabled): none is sent, ${payouts_queued} are queued. ` +
    "What is on its way is still looked up."
  return { code: "payouts_off", message, values: { queued: payouts_queued } }
}

function accountIsGone(account: string): Problem {
  const message =
    `Payouts of account "${account}" are on their way, and it is no longer in the options (accounts): ` +
    "nobody can ask the service about them. Put it back until they have ended."
  return { code: "account_gone", message, values: { account } }
}
