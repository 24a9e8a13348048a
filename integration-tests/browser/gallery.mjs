import { keep } from "./look.mjs"
import { settled } from "./settled.mjs"

const SIZE = { width: 1280, height: 800 }

/** The picture of the README, in English: taken before anything goes wrong in the shop. */
export const OVERVIEW = {
  name: "overview",
  height: 1010,
  async open({ desk }) {
    await desk.visit("/payin", "PayIn")
  },
}

/** The pictures of the guides, in English: taken before the errands change what they show. */
export const GALLERY = [
  {
    name: "lookup",
    async open({ desk }, { anomaly }) {
      await desk.visit(`/payin/lookup?q=${anomaly.facts.reference}`, "Lookup")
    },
  },
  {
    name: "refund",
    async open({ desk, page }, { sold }) {
      await desk.visit(`/orders/${sold.order_id}`, /#/, "[data-payin]")
      await page.locator("[data-payin]").first().scrollIntoViewIfNeeded()
      await page.getByRole("button", { name: "Refund" }).click()
      const drawer = page.getByRole("dialog")
      await drawer.getByLabel("Where it goes").click()
      await page.getByRole("option", { name: "To an account that you know" }).click()
      await drawer.getByLabel("Bank").fill("bancolombia")
    },
  },
  {
    name: "payout",
    async open({ desk }, { waiting }) {
      await desk.visit(`/payin/payouts/${waiting[0].id}`, /\d/)
    },
  },
]

/** Opens one of them and keeps it. */
export async function hang(desk, { name, open, height = SIZE.height }, things, pictures) {
  await desk.page.setViewportSize({ ...SIZE, height })
  await open({ desk, page: desk.page }, things)
  await settled(desk.page)
  await keep(desk.page, pictures, `readme-${name}`)
}
