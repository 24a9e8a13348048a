const SCREENS = [1440, 390].flatMap((width) => ["light", "dark"].map((theme) => ({ theme, width })))

/**
 * Two kinds of visit that differ in all: a thing that is tried on both meets each language, width and theme. Four
 * successive things meet all eight kinds.
 */
export function oppositeVisits(index) {
  const bits = index % 4
  return [bits, 7 - bits].map((kind) => ({
    language: kind & 1 ? "en" : "es",
    phone: Boolean(kind & 2),
    theme: kind & 4 ? "dark" : "light",
  }))
}

/** On which kinds of visit the thing at a place of a list is tried: on all of them, or on two opposite ones. */
export function visitsOf(index, { all }) {
  return all ? [0, 1, 2, 3].flatMap(oppositeVisits) : oppositeVisits(index)
}

/**
 * On which kinds of screen a page is looked at: all of them, or one. Its neighbours have another one that day, and it
 * has each of them for two days: the order of the parts of a proof changes by the day (run/lanes.mjs).
 */
export function screensOf(index, { day, all }) {
  return all ? SCREENS : [SCREENS[(index + Math.floor(day / 2)) % SCREENS.length]]
}
