import type { Text } from "./text"

/** The names between braces in a text. */
type Named<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Named<Rest>
  : never

/** The values for the names in a sentence; nothing for one that has none. */
export type Values<S extends Text> = [Named<S["en"]>] extends [never]
  ? []
  : [Record<Named<S["en"]>, string>]

const PLACE = /\{(\w+)\}/g

/**
 * What is stored: the sentence in English, as the key of its translation. Rows, exports and events read the same
 * whatever the reader speaks.
 */
export function stored<S extends Text>(sentence: S, ...[values]: Values<S>): string {
  return filled(sentence.en, { ...values })
}

/** Reads what was stored of these sentences; null for what is none of them. */
export function readerOf(sentences: Record<string, Text>): (stored: string) => Text | null {
  const readable = Object.values(sentences).map((text) => ({
    text,
    names: [...text.en.matchAll(PLACE)].map(([, name]) => name),
    pattern: new RegExp(`^${text.en.split(PLACE).map(piece).join("")}$`, "s"),
  }))
  return (kept) => {
    for (const { text, names, pattern } of readable) {
      const values = pattern.exec(kept)?.slice(1)
      if (values) {
        const named = Object.fromEntries(names.map((name, n) => [name, values[n]]))
        return { es: filled(text.es, named), en: kept }
      }
    }
    return null
  }
}

function filled(text: string, values: Record<string, string>): string {
  return text.replace(PLACE, (place, name: string) => values[name] ?? place)
}

/** Every other piece of a text that was split at its places is the name of one. */
function piece(part: string, n: number): string {
  return n % 2 === 1 ? "(.+?)" : part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
}
