import { isHolderKnown, type ShownKeyHolder } from "../../domain/key-holder"
import { SYSTEM } from "../../domain/payout-actor"
import type { PayoutDestination } from "../../domain/payout-destination"
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
   * @returns false when it was changed since, so the answer is of another key, or when the service hides
   *   who holds the key after it named another person than the written one
   */
  async keep(seen: Payout, shown: ShownKeyHolder): Promise<boolean> {
    return this.about(seen, (payout, now) => {
      const isNew = !isHolderKnown(payout.key_holder, shown)
      if (isNew && !shown.differs) {
        return null
      }
      return {
        key_holder: { ...shown, asked_at: now.toISOString() },
        ...(isNew && { version: payout.version + 1 }),
        ...(isNew && payout.status === "awaiting_approval" && { reason: "key_holder" }),
      }
    })
  }

  /**
   * Writes that the service names no holder any more to whom money may go. What a person approved of
   * the earlier one is over.
   *
   * @param seen the payout that the service was asked for
   */
  async drop(seen: Payout): Promise<void> {
    await this.about(seen, ({ key_holder, version }) =>
      key_holder === null
        ? null
        : { key_holder: null, ...(key_holder.differs && { version: version + 1 }) }
    )
  }

  private async about(
    seen: Payout,
    valuesOf: (payout: Payout, now: Date) => PayoutValues | null
  ): Promise<boolean> {
    const made = await this.moves.decide(seen.id, SYSTEM, async (payout, trx) => {
      const isSame =
        payout.destination_sealed === seen.destination_sealed &&
        payout.payment_method === seen.payment_method
      const values = isSame ? valuesOf(payout, await readNow(trx)) : null
      if (values === null) {
        return { changed: true }
      }
      const cause = values.version === undefined ? payout.status_cause : "edited"
      return { to: payout.status, cause, values }
    })
    return made !== null && !("changed" in made)
  }
}
