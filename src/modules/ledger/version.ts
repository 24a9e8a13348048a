import { readFile } from "node:fs/promises"
import path from "node:path"
import { z } from "zod"

const manifest = z.object({ name: z.literal("medusa-plugin-payin"), version: z.string() })

let version: Promise<string | null> | undefined

/** The plugin's version; null when its package.json is nowhere above this file. */
export function pluginVersion(): Promise<string | null> {
  version ??= searchUpwards(__dirname)
  return version
}

// Sources and the built package have different depths, and a store's package.json may be above
// both.
async function searchUpwards(folder: string): Promise<string | null> {
  const text = await readFile(path.join(folder, "package.json"), "utf8").catch(() => "null")
  const found = manifest.safeParse(JSON.parse(text))
  if (found.success) {
    return found.data.version
  }
  const parent = path.dirname(folder)
  return parent === folder ? null : searchUpwards(parent)
}
