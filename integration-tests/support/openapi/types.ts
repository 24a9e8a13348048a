import path from "node:path"
import { createGenerator } from "ts-json-schema-generator"
import type { Schema } from "./posted"
import { words } from "./words"

const ROOT = path.resolve(__dirname, "../../..")
/** Types of what is answered, against which the routes are compiled, and of what is posted. */
const FILES = ["src/api/admin/payin/*-types.ts", "src/api/store/payin/types.ts"]

/** The types that `paths` name, and that these name, as schemas. */
export function schemasOf(paths: Schema): Schema {
  const all = schemas()
  const named = new Set<string>()
  const follow = (part: unknown): void => {
    for (const [, name = ""] of JSON.stringify(part).matchAll(/#\/components\/schemas\/(\w+)"/g)) {
      if (!named.has(name) && name in all) {
        named.add(name)
        follow(all[name])
      }
    }
  }
  follow(paths)
  return Object.fromEntries([...named].sort().map((name) => [name, all[name]]))
}

function schemas(): Schema {
  const all = FILES.flatMap((file) => {
    const generator = createGenerator({
      path: path.join(ROOT, file),
      tsconfig: path.join(ROOT, "tsconfig.json"),
      type: "*",
      skipTypeCheck: true,
      expose: "export",
      topRef: true,
      additionalProperties: false,
    })
    return Object.entries(generator.createSchema("*").definitions ?? {})
  })
  const text = JSON.stringify(Object.fromEntries(all))
  const moved: Schema = JSON.parse(
    text.replaceAll("#/definitions/", "#/components/schemas/"),
    (key, value: unknown) =>
      key === "description" && typeof value === "string" ? words(value) : value
  )
  return moved
}
