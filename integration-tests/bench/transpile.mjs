import { mkdir, readFile, readdir, writeFile } from "node:fs/promises"
import path from "node:path"

import ts from "typescript"

// Tests, and the admin's pages (`api/admin` are routes).
const LEFT_OUT = /(^|\/)__tests__\/|^admin\//

/**
 * Writes the JavaScript of a folder of TypeScript, as `plugin:build` would, file by file: without type
 * checks and without the admin's part, so that a bench does not wait for either.
 */
export async function transpile(from, to) {
  const entries = await readdir(from, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile() && /\.ts$/.test(entry.name) && !/\.d\.ts$/.test(entry.name))
    .map((entry) => path.relative(from, path.join(entry.parentPath, entry.name)))
    .filter((file) => !LEFT_OUT.test(file))
  await Promise.all(files.map((file) => transpileFile(from, to, file)))
}

async function transpileFile(from, to, file) {
  const source = await readFile(path.join(from, file), "utf8")
  const { outputText } = ts.transpileModule(source, {
    fileName: file,
    compilerOptions: {
      target: ts.ScriptTarget.ES2021,
      module: ts.ModuleKind.CommonJS,
      esModuleInterop: true,
      experimentalDecorators: true,
      emitDecoratorMetadata: true,
    },
  })
  const target = path.join(to, file.replace(/\.ts$/, ".js"))
  await mkdir(path.dirname(target), { recursive: true })
  await writeFile(target, outputText)
}
