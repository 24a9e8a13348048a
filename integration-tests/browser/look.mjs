import path from "node:path"
import { PlainError } from "../demo/steps/settings.mjs"
import { accessibilityFindings } from "./axe.mjs"
import { settled } from "./settled.mjs"

/** One page as these kinds of screen show it: what is wrong with it, and a picture where somebody wants them. */
export async function look(desk, page, { pictures, check, screens }) {
  const { name, path: address, heading, part } = page
  let open = null
  for (const { theme, width } of screens) {
    await check(`${name}, ${theme}, ${width} px`, async () => {
      open ??= desk.visit(address, heading, part)
      await open
      await desk.shows({ theme, width, part })
      await keep(desk.page, pictures, `${name}-${theme}-${width}`)
      const wrong = await wrongWith(desk, part)
      if (wrong.length > 0) throw new PlainError(wrong.join("\n      "))
    })
  }
}

/** Each kind of screen on which a step of an errand is kept. */
const STEP_SCREENS = [1280, 390].flatMap((width) =>
  ["light", "dark"].map((theme) => ({ theme, width }))
)

/** A step of an errand as it stands: throws what is wrong with it; kept on every kind of screen where pictures are wanted. */
export async function lookAtStep(desk, name, { pictures, part = "main" }) {
  // A button that was busy a moment ago is pale yet.
  await settled(desk.page)
  const wrong = await wrongWith(desk, part)
  for (const screen of pictures ? STEP_SCREENS : []) {
    await desk.shows({ ...screen, part })
    await keep(desk.page, pictures, `${name}-${screen.theme}-${screen.width}`)
    wrong.push(...(await wrongWith(desk, part)))
  }
  if (pictures) await desk.shows(desk.screen)
  if (wrong.length > 0) throw new PlainError(`${name}: ${wrong.join("; ")}`)
}

async function wrongWith(desk, part) {
  return [...(await desk.complaints()), ...(await accessibilityFindings(desk.page, part))]
}

/** The shopper's own page, which no operator is signed in to. */
export async function lookOutside(browser, { name, url }, { pictures, check, screens }) {
  for (const { theme, width } of screens) {
    await check(`${name}, ${theme}, ${width} px`, async () => {
      const context = await browser.newContext({
        viewport: { width, height: 900 },
        colorScheme: theme,
        locale: "es-CO",
      })
      try {
        const page = await context.newPage()
        await page.goto(url)
        await keep(page, pictures, `${name}-${theme}-${width}`)
        const wrong = await accessibilityFindings(page)
        if (wrong.length > 0) throw new PlainError(wrong.join("\n      "))
      } finally {
        await context.close()
      }
    })
  }
}

/** A picture, where somebody wants them. */
export async function keep(page, pictures, name) {
  if (pictures) await page.screenshot({ path: path.join(pictures, `${name}.png`) })
}
