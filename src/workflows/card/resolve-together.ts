import type { MedusaContainer } from "@medusajs/framework/types"
import { isCardQuestion } from "../../domain/card/question"
import type { Operator } from "../../domain/payout/actor"
import type { Anomaly } from "../../modules/ledger/rows"
import { servicesOf } from "../settle/index"
import { refused, type Resolution } from "../settle/resolution"
import { resolveAnomaly } from "../settle/resolve"

/** What the service told a person of several unknown holds at once. */
export interface TogetherRequest {
  anomaly_ids: readonly string[]
  /** That it holds nothing, or that the bank declined. */
  action: "released" | "declined"
  note: string
  actor: Operator
}

type Refused = Extract<Resolution, { outcome: "refused" }>

/** What became of each: some may be decided, and others not. */
export interface ResolvedTogether {
  resolved: Anomaly[]
  refused: (Refused & { anomaly_id: string })[]
}

/**
 * Decides unknown holds together, as an outage leaves many of them: one decision for each, by the same
 * rules as one alone. Never a capture: that one may have taken the money, and its amount may need a
 * second person. So whatever moved meanwhile is refused. A job tells Medusa afterwards. Safe to repeat
 * after a crash.
 */
export async function resolveTogether(
  container: MedusaContainer,
  { anomaly_ids, ...request }: TogetherRequest
): Promise<ResolvedTogether> {
  const together: ResolvedTogether = { resolved: [], refused: [] }
  for (const anomaly_id of new Set(anomaly_ids)) {
    const one =
      (await alone(container, anomaly_id)) ??
      (await resolveAnomaly(container, {
        ...{ ...request, anomaly_id, destination: null, told_later: true },
      }))
    if (one.outcome === "resolved") {
      together.resolved.push(one.anomaly)
    } else {
      together.refused.push({ ...one, anomaly_id })
    }
  }
  return together
}

/** Why a person has to look at this one by itself; null when it may be decided with others. */
async function alone(container: MedusaContainer, id: string): Promise<Refused | null> {
  const { anomalies } = servicesOf(container).ledger
  const anomaly = await anomalies.find(id)
  if (anomaly?.kind !== "card_unknown") {
    return refused("This is no question about an unknown hold.", false, "not_possible")
  }
  const isTold =
    anomaly.status === "open" && (await anomalies.openAbout([anomaly.subject])).some(isCardQuestion)
  return isTold
    ? refused(
        "The service told something else of this card: decide about it by itself.",
        false,
        "told_otherwise"
      )
    : null
}
