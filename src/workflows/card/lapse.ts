import type { MedusaContainer } from "@medusajs/framework/types"
import { hasLapsed } from "../../domain/card/lapse"
import { HOLD_DAYS } from "../../domain/time/schedule"
import type { CardTransaction } from "../../modules/subscriptions/card-rows"
import { isInQuestion } from "../../settlement/card-calls"
import { eachRow } from "../settle/each-row"
import { servicesOf } from "../settle/index"

/**
 * Ends all holds whose outcome stays unknown for longer than any hold lives: a renewal then takes a
 * fresh one. A copy of the database ends none. Left to a person is a hold of which a webhook told
 * something else, such as a capture that nobody asked for, and one that another installation may have
 * asked for: it may have captured the hold.
 */
export async function lapseUnknown(container: MedusaContainer, page: number): Promise<void> {
  const { subscriptions, ledger, gateway } = servicesOf(container)
  if (await ledger.installations.isHeld()) {
    return
  }
  const holdDays = gateway.options.card?.holdDays ?? HOLD_DAYS
  const now = await subscriptions.subscriptions.now()
  let after: string | null = null
  for (;;) {
    const rows: CardTransaction[] = await subscriptions.cardTransactions.outlived(holdDays, {
      ...{ limit: page, after },
    })
    const name = ({ reference }: CardTransaction) => `unknown hold ${reference} not ended`
    await eachRow(container, rows, name, async (row) => {
      const waits = await isInQuestion({ ledger, subscriptions }, row)
      if (!waits && !(await mayBeAskedElsewhere(container, row))) {
        await subscriptions.cardMoves.decide(row.id, (present) =>
          hasLapsed(present, { now, holdDays })
            ? { to: "released", cause: "lapses", apply_in: 0 }
            : null
        )
      }
    })
    if (rows.length < page) {
      return
    }
    after = rows[rows.length - 1].id
  }
}

/**
 * Whether the installation that was taken over from may have asked for it too, under the same
 * reference, also before this one did: a period is charged by both since it was last charged here.
 */
async function mayBeAskedElsewhere(
  container: MedusaContainer,
  { cycle_id, sent_at }: CardTransaction
): Promise<boolean> {
  const { subscriptions, ledger } = servicesOf(container)
  const moment =
    cycle_id === null ? sent_at : await subscriptions.renewalHolds.lastCharged(cycle_id)
  return moment !== null && ledger.installations.tookOverAfter(moment)
}
