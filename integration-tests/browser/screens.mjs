const SCREENS = [1440, 390].flatMap((width) => ["light", "dark"].map((theme) => ({ theme, width })))

/**
 * On which kinds of screen a page is looked at: all of them, or one. Its neighbours have another one that day, and it
 * has each of them for two days: the order of the parts of a proof changes by the day (run/lanes.mjs).
 */
export function screensOf(index, { day, all }) {
  return all ? SCREENS : [SCREENS[(index + Math.floor(day / 2)) % SCREENS.length]]
}
