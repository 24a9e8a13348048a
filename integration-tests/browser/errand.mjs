import { Desk } from "./desk.mjs"
import { lookAtStep } from "./look.mjs"
import { withShopper } from "./nextjs.mjs"

/**
 * Runs one errand on a desk of its own. It gets `open(user)`, the desk of another person at the same time, `step(name,
 * part?, desk?)`, which looks at what stands there now, and `visit(kind, act)`, somebody who is not of the store.
 */
export async function runErrand(browser, stack, errand, { things, pictures }) {
  const { as, language = "es", run } = errand
  const desks = []
  const open = async (user) => {
    const desk = await Desk.open(browser, stack, { language, user })
    desks.push(desk)
    return desk
  }
  try {
    const desk = await open(as ? things[as] : undefined)
    const step = (name, part, shown = desk) =>
      lookAtStep(shown, `errand-${name}-${language}`, { pictures, part })
    const visit = (kind, act) => withShopper(browser, { stack, pictures }, kind, act)
    await run({ page: desk.page, desk, open, step, visit }, things)
  } finally {
    for (const desk of desks) await desk.close()
  }
}
