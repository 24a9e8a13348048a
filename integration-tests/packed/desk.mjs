import { launchChromium } from "../browser/chromium.mjs"
import { Desk } from "../browser/desk.mjs"
import { MENU } from "../browser/pages.mjs"
import { ADMIN, PlainError } from "../demo/steps/settings.mjs"
import { leftOut } from "../support/run/left-out.mjs"

/** Every page of ours in the menu; only served where there is no browser to open it in. */
export async function tryDesk(tally, place) {
  const browser = await launchChromium().catch((error) => error)
  if (!(browser instanceof Error)) {
    await tally.need("The desk in the built admin", () => lookAround(browser, place))
    return
  }
  tally.leave(leftOut("the desk of the built admin, opened in a browser", browser.message))
  await tally.need("The built admin, served", async () => {
    const page = await fetch(`${place.backend_url}/app`)
    if (!page.ok) throw new PlainError(`/app answered ${page.status}`)
  })
}

async function lookAround(browser, { backend_url, order }) {
  try {
    const desk = await Desk.open(browser, { medusa: backend_url, admin: ADMIN })
    desk.page.on("response", (response) => {
      const { pathname } = new URL(response.url())
      if (response.status() >= 400 && pathname.startsWith("/admin/payin")) {
        desk.problems.push(`${response.status()} ${pathname}`)
      }
    })
    const look = async (where, heading, part) => {
      await desk.visit(where, heading, part)
      const wrong = await desk.complaints()
      if (wrong.length > 0) throw new PlainError(`${where}: ${wrong.join("; ")}`)
    }
    for (const [where, heading] of Object.entries(MENU)) await look(where, heading)
    await desk.visit("/payin/settings", MENU["/payin/settings"])
    await desk.page.getByRole("button", { name: "Probar la conexión" }).click()
    await desk.page.getByText("Funciona", { exact: true }).first().waitFor()
    await look(`/orders/${order.id}`, /#/, "[data-payin]")
    return `${Object.keys(MENU).length} pages, and its part of an order's`
  } finally {
    await browser.close()
  }
}
