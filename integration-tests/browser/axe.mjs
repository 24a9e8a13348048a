import { readFile } from "node:fs/promises"
import { createRequire } from "node:module"

const SOURCE = createRequire(import.meta.url).resolve("axe-core/axe.min.js")
const COUNTS = new Set(["serious", "critical"])

/** Of Medusa's own components, which the plugin takes as they are: nothing here can name them. */
const NOT_OURS = [
  // The funnel of the table's filter menu.
  { rule: "button-name", html: 'aria-haspopup="menu"' },
  // The magnifying glass in a search field.
  { rule: "role-img-alt", html: "pointer-events-none absolute bottom-0 left-0" },
]

/** The cross beside "esc" in the head of Medusa's drawer: axe tells nothing else of it. */
const CROSS = "kbd + button"

/** Serious findings in a part of the page, one line each. */
export async function accessibilityFindings(page, part = "main") {
  await page.evaluate(await readFile(SOURCE, "utf8"))
  const violations = await page.evaluate(
    async ([part, cross]) => {
      const { violations } = await globalThis.axe.run(
        { include: [[part]], exclude: [[cross]] },
        { resultTypes: ["violations"] }
      )
      return violations.map(({ id, impact, nodes }) => ({
        id,
        impact,
        nodes: nodes.map(({ html }) => html),
      }))
    },
    [part, CROSS]
  )
  return violations
    .filter(({ impact }) => COUNTS.has(impact))
    .flatMap(({ id, nodes }) => nodes.map((html) => ({ rule: id, html })))
    .filter(
      ({ rule, html }) => !NOT_OURS.some((one) => one.rule === rule && html.includes(one.html))
    )
    .map(({ rule, html }) => `${rule}: ${html.slice(0, 160)}`)
}
