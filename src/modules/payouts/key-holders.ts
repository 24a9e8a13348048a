import {
  isAnotherNamed,
  isHolderKnown,
  namedAfter,
  type KeyDoubt,
  type ShownKeyHolder,
} from "../../domain/payout/key-holder"
import { SYSTEM } from "../../domain/payout/actor"
import type { PayoutDestination } from "../../domain/payout/destination"
import { readNow } from "../../tables/now"
import type { Destinations } from "./destinations"
import type { Moves, PayoutValues } from "./moves"
import type { Payout } from "./rows"

/** Keeps who holds the Bre-B key of a payout, masked, as the service said last. */
export class KeyHolders {
  constructor(
    private readonly moves: Moves,
    private readonly destinations: Destinations
  ) {}

  /** The destination of a payout, to compare its holder with; null while it has none. */
  destinationOf({ id, destination_sealed }: Payout): PayoutDestination | null {
    return destination_sealed === null
      ? null
      : this.destinations.open("payin_payout", { id, destination_sealed })
  }

  /**
   * Writes what the service said. Another holder who is not the one written is a change that a person
   * has to see: an earlier approval does not count for them, because it was of another version.
   *
   * @param seen the payout that the service was asked for
   * @returns false when it was changed since, or another answer came first, or when the service hides
   *   who holds the key after it named another person than the written one
   */
  async keep(seen: Payout, shown: ShownKeyHolder): Promise<boolean> {
    return this.about(seen, (payout, to, now) => {
      const isNew = !this.isKnown(payout, to, shown)
      if (isNew && !shown.differs) {
        return null
      }
      return {
        key_holder: { ...shown, asked_at: now.toISOString() },
        named_holders: namedAfter(payout.id, payout.named_holders, to, shown),
        ...(isNew && { version: payout.version + 1 }),
        ...(isNew && payout.status === "awaiting_approval" && { reason: "key_holder" }),
      }
    })
  }

  /**
   * Writes that the service names no holder any more to whom money may go. What a person approved of
   * the earlier one is over, but who it was stays known. What was sent once went to the holder who was
   * seen, so there nothing is over.
   *
   * @param seen the payout that the service was asked for
   */
  async drop(seen: Payout, doubt: KeyDoubt): Promise<void> {
    await this.about(seen, ({ id, status, key_holder, named_holders, version }, to) => {
      const named = { named_holders: namedAfter(id, named_holders, to, doubt) }
      return key_holder === null || status === "unknown"
        ? named
        : { ...named, key_holder: null, ...(key_holder.differs && { version: version + 1 }) }
    })
  }

  /** Whether a person could see this holder already, or need not. */
  isKnown(
    { id, key_holder, named_holders }: Payout,
    to: PayoutDestination,
    shown: ShownKeyHolder
  ): boolean {
    return isHolderKnown(key_holder, shown, isAnotherNamed(id, named_holders, to))
  }

  /** Two who ask at once write one after the other: the second one's answer may be the older one. */
  private async about(
    seen: Payout,
    valuesOf: (payout: Payout, to: PayoutDestination, now: Date) => PayoutValues | null
  ): Promise<boolean> {
    const made = await this.moves.decide(seen.id, SYSTEM, async (payout, trx) => {
      const to = this.destinationOf(payout)
      const isSame =
        payout.destination_sealed === seen.destination_sealed &&
        payout.payment_method === seen.payment_method &&
        payout.key_holder?.asked_at === seen.key_holder?.asked_at
      const values = isSame && to !== null ? valuesOf(payout, to, await readNow(trx)) : null
      if (values === null) {
        return { changed: true }
      }
      const cause = values.version === undefined ? payout.status_cause : "edited"
      return { to: payout.status, cause, values }
    })
    return made !== null && !("changed" in made)
  }
}
