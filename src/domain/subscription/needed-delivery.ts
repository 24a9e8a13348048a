/** A line of goods that are to be delivered again. */
export interface DeliveredLine {
  requires_shipping: boolean
  /** Shipping profile of its product; null: it has none. */
  profile: string | null
}

/** A shipping method of an earlier order. */
interface ChosenDelivery {
  /** Shipping profile of its shipping option; null: the option is gone. */
  profile: string | null
}

/**
 * The deliveries that these lines need: those of their shipping profiles, as Medusa asks for them
 * when it completes a cart. The delivery of goods that were bought once beside them is not charged
 * again. A delivery whose option is gone counts only while a line has no other: Medusa then says
 * what is missing.
 */
export function neededDelivery<Chosen extends ChosenDelivery>(
  lines: readonly DeliveredLine[],
  chosen: readonly Chosen[]
): Chosen[] {
  const needed = new Set(
    lines.filter((line) => line.requires_shipping).map(({ profile }) => profile)
  )
  const known = new Set(chosen.map(({ profile }) => profile))
  const isServed = [...needed].every((profile) => profile !== null && known.has(profile))
  return chosen.filter(({ profile }) => (profile === null ? !isServed : needed.has(profile)))
}
