import { accessibilityFindings } from "./axe.mjs"
import { HANGS_MS, PlainError } from "../demo/steps/settings.mjs"
import { settled } from "./settled.mjs"

const HEIGHT = 900

// Tabs that no desk uses at the moment, each in a context of its own, by browser, language, theme and width. A tab that
// stays open keeps the dashboard compiled, which is most of what opening it costs.
const tabs = new WeakMap()

function freeTabs(browser, kind) {
  if (!tabs.has(browser)) tabs.set(browser, new Map())
  const name = JSON.stringify(kind)
  const ofBrowser = tabs.get(browser)
  if (!ofBrowser.has(name)) ofBrowser.set(name, [])
  return ofBrowser.get(name)
}

async function openTab(browser, { language, theme, width }) {
  const context = await browser.newContext({
    viewport: { width, height: HEIGHT },
    locale: language === "es" ? "es-CO" : "en-US",
    timezoneId: "America/Bogota",
    acceptDownloads: true,
  })
  context.setDefaultTimeout(HANGS_MS)
  // A desk finds nothing that one before it left behind.
  await context.addInitScript(
    ([theme, language]) => {
      if (sessionStorage.getItem("tab") === null) localStorage.clear()
      sessionStorage.setItem("tab", "known")
      localStorage.setItem("medusa_admin_theme", theme)
      localStorage.getItem("lng") ?? localStorage.setItem("lng", language)
    },
    [theme, language]
  )
  return context.newPage()
}

// The cookies of those who signed in, of each stack by their e-mail.
const sessions = new WeakMap()

/** Signs in once, whatever the number of desks that somebody opens. */
async function sessionOf(context, stack, user) {
  if (!sessions.has(stack)) sessions.set(stack, new Map())
  const known = sessions.get(stack)
  if (!known.has(user.email)) {
    const answer = await context.request.post(`${stack.medusa}/auth/user/emailpass`, { data: user })
    const { token } = await answer.json()
    const headers = { authorization: `Bearer ${token}` }
    await context.request.post(`${stack.medusa}/auth/session`, { headers })
    known.set(user.email, await context.cookies())
  }
  return known.get(user.email)
}

/** The admin as one operator sees it, signed in: language, theme and width are theirs. */
export class Desk {
  static async open(
    browser,
    stack,
    { language = "es", theme = "light", width = 1440, user = stack.admin } = {}
  ) {
    const free = freeTabs(browser, { language, theme, width })
    const page = free.pop() ?? (await openTab(browser, { language, theme, width }))
    await page.setViewportSize({ width, height: HEIGHT })
    const context = page.context()
    await context.clearCookies()
    await context.addCookies(await sessionOf(context, stack, user))
    return new Desk(page, stack, { free, screen: { theme, width } })
  }

  constructor(page, stack, { free, screen }) {
    this.free = free
    this.screen = screen
    this.stack = stack
    this.page = page
    this.base = `${stack.medusa}/app`
    this.problems = []
    this.listeners = {
      pageerror: (error) => this.problems.push(error.message),
      response: (response) => {
        if (response.status() >= 500) this.problems.push(`${response.status()} ${response.url()}`)
      },
    }
    for (const [event, listener] of Object.entries(this.listeners)) page.on(event, listener)
  }

  /** Opens a page of the admin and waits until it has its heading and nothing loads any more. */
  async visit(path, heading, part = "main") {
    await this.page.goto(this.base + path, { waitUntil: "domcontentloaded" })
    await this.sees(heading)
    await this.page.locator(part).first().waitFor({ state: "attached" })
    await this.page.locator('[aria-busy="true"]').first().waitFor({ state: "detached" })
  }

  async sees(heading) {
    const found = this.page.getByRole("heading", { name: heading, level: 1 })
    await found.first().waitFor({ state: "attached" })
  }

  /** The page that is open, on another kind of screen; `part` of it is brought into view. */
  async shows({ theme, width, part }) {
    await this.page.setViewportSize({ width, height: HEIGHT })
    // As Medusa's own switch does it.
    await this.page.evaluate((theme) => {
      const { classList, style } = document.documentElement
      classList.remove("light", "dark")
      classList.add(theme)
      style.colorScheme = theme
    }, theme)
    if (part) await this.page.locator(part).first().scrollIntoViewIfNeeded()
    await settled(this.page)
  }

  /** What is wrong with the page as it stands, whatever it shows. */
  async complaints() {
    const { overflow, keys } = await this.page.evaluate(() => {
      const texts = [...document.querySelectorAll("main, [role=dialog]")]
        .map((part) => part.innerText)
        .join("\n")
      return {
        overflow: document.documentElement.scrollWidth - window.innerWidth,
        keys:
          texts.match(
            /\b(?:list|menu|problem|transactions|anomalies|events|payouts|giving|destination|subscriptions|rules|settings|payment|refund|importing|place|facts|audit|fault|method|status|ask|beneficiaries|health|lookup|overview)\.[a-z]\w+/g
          ) ?? [],
      }
    })
    return [
      ...this.problems.splice(0),
      ...(overflow > 0 ? [`it is ${overflow} px too wide`] : []),
      ...keys.map((key) => `it shows the name of a text: ${key}`),
    ]
  }

  /** The drawer that is open: it throws what is wrong with it. */
  async drawer() {
    const drawer = this.page.getByRole("dialog")
    await drawer.waitFor()
    await settled(this.page)
    const wrong = [
      ...(await this.complaints()),
      ...(await accessibilityFindings(this.page, "[role=dialog]")),
    ]
    if (wrong.length > 0) throw new PlainError(`The drawer: ${wrong.join("; ")}`)
    return drawer
  }

  async close() {
    const { page } = this
    const others = page
      .context()
      .pages()
      .filter((other) => other !== page)
    await Promise.all(others.map((other) => other.close()))
    // What it shows asks the server no more.
    if (page.url() !== "about:blank") await page.evaluate(() => sessionStorage.clear())
    await page.goto(`${this.stack.medusa}/health`)
    for (const [event, listener] of Object.entries(this.listeners)) page.off(event, listener)
    this.free.push(page)
    if (this.problems.length > 0) {
      throw new PlainError(`The page reported: ${this.problems.join("; ")}`)
    }
  }
}
