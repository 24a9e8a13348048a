import type { AuthenticatedMedusaRequest } from "@medusajs/framework/http"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import {
  mayLetLeave,
  proposalRefusal,
  type Proposal,
  type WaitingPayout,
} from "../../../../domain/anomaly/proposal"
import type { Operator } from "../../../../domain/payout/actor"
import { approvalRefusalCode, type Approvers } from "../../../../domain/payout/approval"
import type { RefusalCode } from "../../../../domain/error/refusal-code"
import type { Anomaly, Transaction } from "../../../../modules/ledger/rows"
import { waitingForCard, waitingForPause } from "../../../../workflows/payout/waiting"
import { servicesOf } from "../../../../workflows/settle"
import { showAnomaly } from "../shown"
import type { CardTransaction } from "../../../../modules/subscriptions/card-rows"
import { aboutOf } from "../../../../workflows/settle/second-person"
import { operatorOf } from "../posted-values"
import type { AdminAnomaly } from "../anomaly-types"

const orderNumber = z.object({ id: z.string(), display_id: z.number().nullish() })

/**
 * Anomalies as an operator sees them, with the numbers that their orders have for people. Of a
 * proposal it says whether the operator may confirm it.
 */
export async function showAnomalies(
  req: AuthenticatedMedusaRequest,
  anomalies: readonly Anomaly[]
): Promise<AdminAnomaly[]> {
  const container = req.scope
  const ids = anomalies.flatMap(({ transaction_id }) => transaction_id ?? [])
  const { ledger, subscriptions } = servicesOf(container)
  const payIns = await ledger.transactions.findMany(ids)
  const cards = await subscriptions.cardWatch.findMany(anomalies.map(({ subject }) => subject))
  const placed = anomalies.map((anomaly) => {
    const payIn = payIns.find((one) => one.id === anomaly.transaction_id) ?? null
    return { anomaly, payIn, order_id: anomaly.order_id ?? payIn?.order_id ?? null }
  })
  const numbers = await orderNumbers(
    container,
    placed.flatMap(({ order_id }) => order_id ?? [])
  )
  const shown = placed.map(({ anomaly, payIn, order_id }) => {
    const order = order_id && { id: order_id, display_id: numbers.get(order_id) ?? null }
    const card = cards.find(({ id }) => id === anomaly.subject) ?? null
    const proposal = standingProposal(anomaly, payIn, card)
    return { anomaly, payIn, card, order: order || null, proposal }
  })
  const asks = shown.some(({ proposal }) => proposal !== null) ? await operatorOf(req) : null
  return Promise.all(
    shown.map(async ({ anomaly, proposal, ...about }) => {
      const refusal =
        asks && proposal && (await refusalOf(container, { anomaly, proposal, ...about }, asks))
      return showAnomaly(anomaly, { ...about, proposed: proposal && proposed(proposal, refusal) })
    })
  )
}

/** The proposal that counts, or by which the anomaly was resolved. */
function standingProposal(
  anomaly: Anomaly,
  payIn: Transaction | null,
  card: CardTransaction | null
): Anomaly["proposed"] {
  const { status, action, proposed } = anomaly
  const stands =
    status === "open"
      ? proposed?.about === aboutOf(anomaly, payIn, card)
      : proposed?.action === action
  return stands ? proposed : null
}

/** Why this person may not confirm a proposal; null when they may. */
async function refusalOf(
  container: MedusaContainer,
  {
    anomaly,
    proposal,
    card,
  }: { anomaly: Anomaly; proposal: Proposal; card: CardTransaction | null },
  asks: Operator
): Promise<RefusalCode | null> {
  const approvers: Approvers = servicesOf(container).gateway.options.approvers ?? null
  const refusal = proposalRefusal(asks, proposal, approvers)
  if (refusal !== null) {
    return approvalRefusalCode(refusal)
  }
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const waiting = await pg.transaction((trx) =>
    waitingFor(container, { anomaly, proposal, card }, trx)
  )
  return mayLetLeave(asks, waiting, approvers) ? null : "part_in_payout"
}

/** The payouts that leave once the proposal is confirmed. */
async function waitingFor(
  container: MedusaContainer,
  {
    anomaly,
    proposal,
    card,
  }: { anomaly: Anomaly; proposal: Proposal; card: CardTransaction | null },
  trx: Knex.Transaction
): Promise<readonly WaitingPayout[]> {
  if (proposal.action === "ignore") {
    return waitingForPause(container, anomaly, trx)
  }
  return card?.status === "captured" && proposal.action === "captured"
    ? waitingForCard(container, card, trx)
    : []
}

function proposed(
  { action, by, at, amount, currency }: Proposal,
  refusal: RefusalCode | null
): AdminAnomaly["proposed"] {
  return { action, by, at: at.toISOString(), amount, currency, refusal }
}

async function orderNumbers(
  container: MedusaContainer,
  ids: string[]
): Promise<Map<string, number | null>> {
  // An empty filter would ask for every order (docs/medusa.md#deleted-sessions).
  if (ids.length === 0) {
    return new Map()
  }
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order",
    fields: ["id", "display_id"],
    filters: { id: ids },
  })
  return new Map(
    data.map((found) => {
      const { id, display_id } = orderNumber.parse(found)
      return [id, display_id ?? null]
    })
  )
}
