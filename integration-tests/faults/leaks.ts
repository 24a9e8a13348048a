import { writeFileSync } from "node:fs"
import type { World } from "./world"

/**
 * What stands in the output of Medusa's processes and must not.
 *
 * @param file where the whole of it is kept, if anywhere
 */
export async function searchOutput(
  worlds: readonly World[],
  file: string | null
): Promise<string[]> {
  const { findInLine } = await import("../support/log-search.mjs")
  const output = worlds.flatMap(({ sides }) => sides.map((side) => side.output())).join("\n")
  if (file !== null) {
    writeFileSync(file, output)
  }
  return [...new Set(output.split("\n").flatMap((line) => findInLine(line)))]
}
