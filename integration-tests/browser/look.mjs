import path from "node:path"
import { PlainError } from "../demo/steps/settings.mjs"
import { accessibilityFindings } from "./axe.mjs"

const SCREENS = ["light", "dark"].flatMap((theme) => [1440, 390].map((width) => ({ theme, width })))

/** One page as every kind of screen shows it: a picture each, and what is wrong with it. */
export async function look(desk, { name, path: address, heading, part }, { pictures, check }) {
  let open = null
  for (const { theme, width } of SCREENS) {
    await check(`${name}, ${theme}, ${width} px`, async () => {
      open ??= desk.visit(address, heading, part)
      await open
      await desk.shows({ theme, width, part })
      await desk.page.screenshot({ path: path.join(pictures, `${name}-${theme}-${width}.png`) })
      const wrong = [
        ...(await desk.complaints()),
        ...(await accessibilityFindings(desk.page, part)),
      ]
      if (wrong.length > 0) throw new PlainError(wrong.join("\n      "))
    })
  }
}

/** The shopper's own page, which no operator is signed in to. */
export async function lookOutside(browser, { name, url }, { pictures, check }) {
  for (const { theme, width } of SCREENS) {
    await check(`${name}, ${theme}, ${width} px`, async () => {
      const context = await browser.newContext({
        viewport: { width, height: 900 },
        colorScheme: theme,
        locale: "es-CO",
      })
      try {
        const page = await context.newPage()
        await page.goto(url)
        await page.screenshot({ path: path.join(pictures, `${name}-${theme}-${width}.png`) })
        const wrong = await accessibilityFindings(page)
        if (wrong.length > 0) throw new PlainError(wrong.join("\n      "))
      } finally {
        await context.close()
      }
    })
  }
}
