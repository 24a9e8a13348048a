import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"

/**
 * Environment variables that keep Medusa's telemetry silent (docs/medusa.md#telemetry). The first
 * stops the sending. Medusa would still write an id of this machine into the user's settings,
 * unless these, in a folder of the tests, say that telemetry is off.
 */
export function quietMedusa() {
  return { MEDUSA_DISABLE_TELEMETRY: "true", XDG_CONFIG_HOME: settingsFolder() }
}

function settingsFolder() {
  const folder = path.join(tmpdir(), `payin-quiet-medusa-${process.getuid?.() ?? 0}`)
  try {
    return writeSettings(folder)
  } catch {
    return writeSettings(mkdtempSync(`${folder}-`)) // the name was taken by somebody else
  }
}

function writeSettings(folder) {
  mkdirSync(path.join(folder, "medusa"), { recursive: true, mode: 0o700 })
  const settings = JSON.stringify({ telemetry: { enabled: false } })
  writeFileSync(path.join(folder, "medusa", "config.json"), settings)
  return folder
}
