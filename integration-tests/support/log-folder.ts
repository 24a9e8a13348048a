import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"

let folder: string | null = null

/** Where the Medusa processes of this process log to; gone when it ends. */
export function logFolder(): string {
  if (folder === null) {
    const made = mkdtempSync(path.join(tmpdir(), "payin-instances-"))
    process.once("exit", () => rmSync(made, { recursive: true, force: true }))
    folder = made
  }
  return folder
}
