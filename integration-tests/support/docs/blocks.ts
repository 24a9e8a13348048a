import { readFileSync } from "node:fs"
import path from "node:path"
import ts from "typescript"
import { compileFunction } from "node:vm"

const ROOT = path.join(__dirname, "../../..")
const FENCED = /^( *)```(\w*)[^\n]*\n([^]*?)^\1```/gm

export interface Block {
  language: string
  code: string
}

/** A page of the guides, by its path from the root of the repository. */
export function readPage(file: string): string {
  return readFileSync(path.join(ROOT, file), "utf8")
}

/** The code blocks of these languages, also those of a list, without the list's indent. */
export function blocksOf(text: string, ...languages: string[]): Block[] {
  return [...text.matchAll(FENCED)]
    .map(([, indent, language, code]) => ({
      language,
      code: code.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
    }))
    .filter(({ language }) => languages.includes(language))
}

export function withoutBlocks(text: string): string {
  return text.replaceAll(FENCED, "")
}

/**
 * Runs a TypeScript block as a CommonJS module, and answers its exports.
 *
 * @param names what the block uses without importing it
 */
export async function runBlock(
  code: string,
  load: (name: string) => unknown,
  names: Record<string, unknown> = {}
): Promise<unknown> {
  const { outputText } = ts.transpileModule(`${code}\nexport {}`, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  })
  const module: { exports: unknown } = { exports: {} }
  const given = { module, exports: module.exports, require: load, ...names }
  const body = `return (async () => {\n${outputText}\n})()`
  await compileFunction(body, Object.keys(given))(...Object.values(given))
  return module.exports
}
