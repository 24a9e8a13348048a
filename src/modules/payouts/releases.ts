import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import {
  compareAmounts,
  isPositive,
  leastAmount,
  sameAmount,
  subtractAmounts,
  ZERO,
  type MajorAmount,
} from "../../domain/money/amount"
import type { DestinationSource, PayoutDestination } from "../../domain/payout/destination"
import { isBlocked, type PayoutReason } from "../../domain/payout/reason"
import { isUnsent, type PayoutStatus } from "../../domain/payout/state"
import { HELD_SECONDS } from "../../domain/time/schedule"
import { makersOf, SYSTEM } from "../../domain/payout/actor"
import { Queue } from "../../engine/queue"
import type { Destinations } from "./destinations"
import { isMade, type PayoutChange, type Moves, type PayoutValues, type Step } from "./moves"
import type { Payouts } from "./payouts"
import { payoutRow, type Payout } from "./rows"

/** States in which the amount may change: nothing is on its way. */
const FOLLOWING: readonly PayoutStatus[] = ["held", "awaiting_approval", "queued", "rejected"]

type Covered = Pick<PayoutValues, "covered_amount">

/** A new amount of the payout that was seen, in major units. */
interface Following {
  seen: Payout
  amount: MajorAmount
  note: string
  values?: Covered
}

/** The destination of the Refund that a payout pays now. */
interface NewDestination {
  destination: PayoutDestination
  payment_method: string | undefined
  from: DestinationSource | null
  makers: readonly string[]
  other_person: boolean
}

/** How a payout pays another Refund. */
interface InPlace {
  /** What the Refund still lacks, in major units at wire precision. */
  lacking: MajorAmount
  /** Null: not known, so the payout keeps its own. */
  to: NewDestination | null
  maker: string | null
}

/**
 * Held payouts, which do not wait for a person: a refund that is too young, a payment not captured.
 */
export class Releases {
  private readonly queue: Queue<typeof payoutRow>

  constructor(
    pg: Knex,
    private readonly moves: Moves,
    private readonly payouts: Payouts,
    private readonly destinations: Destinations
  ) {
    this.queue = new Queue(pg, {
      table: "payin_payout",
      row: payoutRow,
      due: "release_after",
      where: "status = 'held'",
      visibility: HELD_SECONDS,
    })
  }

  /** Claims held payouts that are due for a check, the longest waiting first. */
  claim(limit: number): Promise<Payout[]> {
    return this.queue.claim({ limit })
  }

  /** Releases a payout into its next status. */
  async release(
    id: string,
    values: Pick<PayoutValues, "order_id" | "not_paid_here"> = {}
  ): Promise<void> {
    await this.moves.decide(id, SYSTEM, async (payout, trx) => {
      if (payout.status !== "held") {
        return { stopped: true }
      }
      const { not_paid_here = payout.not_paid_here } = values
      const next = await this.payouts.nextOf(trx, { ...payout, not_paid_here })
      return { to: next.to, cause: "released", values: { ...values, ...next.values } }
    })
  }

  /** Keeps a payout held, for this reason. */
  async keep(id: string, reason: PayoutReason, seconds = HELD_SECONDS): Promise<void> {
    await this.moves.decide(id, SYSTEM, (payout) =>
      payout.status === "held"
        ? { to: "held", cause: "created", values: { reason, release_in: seconds } }
        : { stopped: true }
    )
  }

  /**
   * Cancels an unsent payout that is not owed any more (the Refund was rolled back, an order
   * adopted the money, the fulfillment was canceled). Returns whether it is canceled.
   */
  async withdraw(id: string, note: string): Promise<boolean> {
    const made = await this.moves.decide(id, SYSTEM, (payout) => this.withdrawal(payout, note))
    return made !== null && isMade(made)
  }

  /**
   * Changes the amount to what is owed now, lower or higher. It needs a new approval where one is
   * required, as any change of amount (docs/decisions/0015-four-eyes.md). `order_amount` keeps the
   * first amount, which is never exceeded. No person sets the amount of a seller's payout, so
   * nothing of theirs is undone here.
   *
   * @param seen the payout that the amount was computed for; if it changed since, nothing is done
   */
  async follow(seen: Payout, amount: MajorAmount, note: string): Promise<void> {
    await this.moves.decide(seen.id, SYSTEM, (payout, trx) =>
      this.following(trx, payout, { seen, amount, note })
    )
  }

  /**
   * Lowers a seller's payout by what an earlier payout turned out to have paid of its share; one
   * that is paid whole is canceled.
   *
   * @param seen the payout that `covered` was computed for; if it changed since, nothing is done
   * @param covered the part of `order_amount` that is paid, in major units
   */
  async cover(seen: Payout, covered: MajorAmount, note: string): Promise<void> {
    const more = subtractAmounts(covered, seen.covered_amount ?? ZERO)
    const amount = subtractAmounts(seen.amount, more)
    const values = { covered_amount: covered }
    await this.moves.decide(seen.id, SYSTEM, (payout, trx) => {
      if (isPositive(amount)) {
        return this.following(trx, payout, { seen, amount, note, values })
      }
      return payout.version === seen.version
        ? this.withdrawal(payout, note, values)
        : ({ stopped: true } as const)
    })
  }

  private async following(
    trx: Knex.Transaction,
    payout: Payout,
    { seen, amount, note, values: more = {} }: Following
  ) {
    const { status, order_amount } = payout
    const follows =
      FOLLOWING.includes(status) &&
      payout.version === seen.version &&
      // Nothing more of a blocked one is sent, so its amount says only what a person may pay elsewhere.
      (status === "rejected" || !isBlocked(payout.reason)) &&
      !sameAmount(amount, payout.amount) &&
      isPositive(amount) &&
      compareAmounts(amount, order_amount) <= 0
    if (!follows) {
      return { stopped: true } as const
    }
    const version = payout.version + 1
    const values = { ...more, amount, note, version, fence: payout.fence + 1 }
    const facts = { amount, before: payout.amount, currency: payout.currency }
    const next =
      status === "queued" ? await this.payouts.nextOf(trx, { ...payout, ...values }) : null
    if (next?.to === "awaiting_approval") {
      const waits = { ...values, ...next.values }
      return { to: "awaiting_approval", cause: "details_changed", values: waits, facts } as const
    }
    // It is checked again at once, including the reason it waited for. What waits for an approval, or
    // for a person to retry it, waits on.
    const due = next === null ? {} : { ...next.values, reason: null }
    return { to: status, cause: "edited", values: { ...values, ...due }, facts } as const
  }

  /** The same inside a transaction of the caller, who calls `moves.announce` after the commit. */
  async withdrawWithin(
    trx: Knex.Transaction,
    id: string,
    note: string
  ): Promise<PayoutChange | null> {
    const made = await this.moves.decideWithin(trx, id, SYSTEM, (payout) =>
      this.withdrawal(payout, note)
    )
    return made !== null && isMade(made) ? made : null
  }

  /**
   * Writes that a payout whose Refund Medusa took back pays another one. Whoever asked for that one is
   * a maker of it, in case that it is tried again. A rejected one pays at most what the new Refund
   * lacks, goes where that one goes, and is approved anew (docs/decisions/0015-four-eyes.md).
   */
  async payInPlace(
    trx: Knex.Transaction,
    id: string,
    refund: Pick<Payout, "refund_id" | "payment_id" | "order_amount">,
    { lacking, to, maker }: InPlace
  ): Promise<Payout | null> {
    const made = await this.moves.decideWithin(trx, id, SYSTEM, (payout): Step => {
      const rejected = payout.status === "rejected"
      const amount = rejected ? leastAmount(payout.amount, lacking) : payout.amount
      const destination = rejected && to !== null ? this.destinationOf(id, to) : {}
      const makers = rejected && to !== null ? to.makers : []
      const anew = { amount, version: payout.version + 1, fence: payout.fence + 1 }
      return {
        to: payout.status,
        cause: "edited",
        values: {
          ...refund,
          earlier_refund_id: payout.refund_id,
          makers: makersOf(...payout.makers, maker, ...makers),
          ...destination,
          ...(rejected && anew),
        },
        facts: {
          refund_id: refund.refund_id,
          earlier_refund_id: payout.refund_id,
          ...(rejected && { amount, before: payout.amount, currency: payout.currency }),
        },
      }
    })
    return made !== null && isMade(made) ? made.payout : null
  }

  private destinationOf(id: string, { destination, ...to }: NewDestination) {
    return {
      ...this.destinations.columns("payin_payout", id, destination),
      destination_from: to.from,
      // It is of the former destination.
      key_holder: null,
      other_person: to.other_person,
      ...(to.payment_method !== undefined && { payment_method: to.payment_method }),
    }
  }

  private withdrawal(payout: Payout, note: string, more: Covered = {}) {
    const { status } = payout
    const values = { ...more, note, fence: payout.fence + 1 }
    return isUnsent(status) || status === "canceled"
      ? ({ to: "canceled", cause: "canceled", values } as const)
      : ({ stopped: true } as const)
  }
}
