import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MajorAmount } from "../../domain/money/amount"
import type { Actor } from "../../domain/payout/actor"
import { noLongerCounts } from "../../domain/payout/bound"
import { payoutReasonText } from "../../domain/payout/reason"
import { restOf, splitOf, type Rest } from "../../domain/payout/rest"
import type { Decided } from "./decisions"
import type { Destinations } from "./destinations"
import { isMade, type PayoutChange, type Moves, type Step } from "./moves"
import type { Payouts } from "./payouts"
import type { Payout } from "./rows"

/** What a person saw when they ordered a rest, and the decimals of the wire. */
export interface RestOrder {
  version: number
  decimals: number
}

/** The decision, and what is announced after the commit. */
export interface RestOrdered {
  decided: Decided
  told: PayoutChange[]
}

type Answer = { decided: Decided }

/**
 * The rest of a payout that was paid less than ordered, as a payout of its own. It is taken from the
 * first one in the transaction that books it, so both together never count more than that did.
 */
export class Rests {
  constructor(
    private readonly moves: Moves,
    private readonly payouts: Payouts,
    private readonly destinations: Destinations
  ) {}

  /**
   * Orders the rest, once for each reference that was paid short: an ordered one is returned again. Its
   * own reference derives from that one, so that two copies of the database collide at the service.
   * For a refund call it under the lock of the pay-in's row.
   */
  async order(
    trx: Knex.Transaction,
    id: string,
    { version, decimals }: RestOrder,
    actor: Actor
  ): Promise<RestOrdered> {
    const booked: Payout[] = []
    const made = await this.moves.decideWithin<Answer>(trx, id, actor, async (payout) => {
      const source_id = `rest:${payout.reference ?? ""}`
      const earlier = (await this.payouts.restsOf(id, trx)).filter(
        (one) => one.source_id === source_id || one.source_id.startsWith(`${source_id}:`)
      )
      const there = earlier.find((one) => !noLongerCounts(one))
      if (there !== undefined) {
        return { decided: ordered(there) }
      }
      if (payout.version !== version) {
        const reason = "It was changed since you saw it: look at it again."
        return refused(reason, { field: "version", code: "changed_since" })
      }
      const rest = restOf(payout)
      if (rest.outcome === "none") {
        return refusalOf(payout, rest.why)
      }
      const parts = splitOf(payout, rest.amount, decimals)
      const { payout: made } = await this.payouts.bookNext(
        trx,
        { ...this.copied(payout), ...parts.rest, source_id, rest_of: id },
        earlier,
        actor
      )
      booked.push(made)
      return taken(payout, parts.paid, made.id)
    })
    if (made === null) {
      return { decided: { outcome: "unknown_payout" }, told: [] }
    }
    const [payout] = booked
    return isMade(made)
      ? { decided: { outcome: "done", payout }, told: [{ payout, from: null }] }
      : { decided: made.decided, told: [] }
  }

  /** What the rest has in common with the payout that it is taken from. No row of a file names it. */
  private copied(payout: Payout) {
    const { id, destination_sealed } = payout
    return {
      account: payout.account,
      country: payout.country,
      currency: payout.currency,
      goods_amount: payout.goods_amount,
      goods_tax: payout.goods_tax,
      payment_method: payout.payment_method,
      source: payout.source,
      destination:
        destination_sealed === null
          ? null
          : this.destinations.open("payin_payout", { id, destination_sealed }),
      destination_from: payout.destination_from,
      order_id: payout.order_id,
      fulfillment_id: payout.fulfillment_id,
      refund_id: payout.refund_id,
      payment_id: payout.payment_id,
      anomaly_id: payout.anomaly_id,
      transaction_id: payout.transaction_id,
      beneficiary_id: payout.beneficiary_id,
      beneficiary_version: payout.beneficiary_version,
      rule_id: payout.rule_id,
      rule_version: payout.rule_version,
      other_person: payout.other_person,
      not_paid_here: payout.not_paid_here,
      makers: payout.makers,
    }
  }
}

function taken(
  { status, amount: before, currency, version, fence }: Payout,
  paid: { amount: MajorAmount; order_amount: MajorAmount },
  rest: string
): Step {
  return {
    to: status,
    cause: "edited",
    values: { ...paid, version: version + 1, fence: fence + 1 },
    facts: { amount: paid.amount, before, currency, rest },
  }
}

/** A canceled rest that was paid after all is not ordered once more. */
function ordered(rest: Payout): Decided {
  return rest.status === "canceled"
    ? refused(`The canceled payout ${rest.id} of this rest may have been paid after all.`, {
        code: "paid_after_all",
      }).decided
    : { outcome: "done", payout: rest }
}

function refusalOf(
  { id, status, reason }: Payout,
  why: Extract<Rest, { outcome: "none" }>["why"]
): Answer {
  switch (why) {
    case "not_paid":
      return refused(`Payout ${id} is ${status}: the rest of a paid one alone is ordered.`, {
        code: "moved_on",
      })
    case "doubted":
      return refused(
        reason === null ? "It is not certain what was paid." : payoutReasonText(reason).en,
        reason === null ? {} : { waits_for: reason }
      )
    case "unit_suspected":
      return refused(
        'The paid amount is the ordered one in another unit: check the options "decimals" and "amounts" first.',
        { code: "unit_suspected" }
      )
    case "whole":
      return refused("The service paid the whole amount: there is no rest.", {
        code: "not_wanted",
      })
  }
}

function refused(
  reason: string,
  more: Omit<Extract<Decided, { outcome: "refused" }>, "outcome" | "reason">
): Answer {
  return { decided: { outcome: "refused", reason, ...more } }
}
