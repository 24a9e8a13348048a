import { existsSync } from "node:fs"
import path from "node:path"
import { chromium } from "playwright-core"
import { PlainError } from "../demo/steps/settings.mjs"

const NAMES = ["chromium", "chromium-browser", "google-chrome"]
const PLACES = [
  ...(process.env.PATH ?? "")
    .split(path.delimiter)
    .flatMap((folder) => NAMES.map((name) => path.join(folder, name))),
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
]

const ARGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // The admin asks a CDN for flag pictures: no test waits for the world outside. Playwright's own routes would do
  // it too, but turn the cache off, and the dashboard is some ten megabytes.
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
]

/** The system's Chromium, or the one of CHROMIUM_PATH. */
export async function launchChromium() {
  const named = process.env.CHROMIUM_PATH
  if (named && !existsSync(named)) {
    throw new PlainError(`CHROMIUM_PATH names ${named}, where nothing is`)
  }
  const executablePath = named || PLACES.find((place) => existsSync(place))
  if (!executablePath) {
    throw new PlainError(
      "No Chromium was found. Install one (Debian, Ubuntu: apt-get install chromium; macOS: " +
        "brew install --cask chromium), or set CHROMIUM_PATH to one"
    )
  }
  return chromium.launch({ executablePath, args: ARGS })
}
