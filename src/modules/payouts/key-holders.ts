import { isHolderKnown, type ShownKeyHolder } from "../../domain/key-holder"
import { SYSTEM } from "../../domain/payout-actor"
import type { PayoutDestination } from "../../domain/payout-destination"
import { readNow } from "../../tables/now"
import type { Destinations } from "./destinations"
import type { Moves } from "./moves"
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
   * @returns false when it was changed since: the answer is of another key
   */
  async keep(seen: Payout, shown: ShownKeyHolder): Promise<boolean> {
    const made = await this.moves.decide(seen.id, SYSTEM, async (payout, trx) => {
      if (
        payout.destination_sealed !== seen.destination_sealed ||
        payout.payment_method !== seen.payment_method
      ) {
        return { changed: true }
      }
      const isNew = !isHolderKnown(payout.key_holder, shown)
      const asked_at = (await readNow(trx)).toISOString()
      return {
        to: payout.status,
        cause: isNew ? "edited" : payout.status_cause,
        values: {
          key_holder: { ...shown, asked_at },
          ...(isNew && { version: payout.version + 1 }),
          ...(isNew && payout.status === "awaiting_approval" && { reason: "key_holder" }),
        },
      }
    })
    return made !== null && !("changed" in made)
  }
}
