import type { Text } from "./language"

/** The names between braces in a text. */
type Named<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Named<Rest>
  : never

/** The values for the names in a sentence; empty for a sentence without names. */
type Values<S extends Text> = [Named<S["en"]>] extends [never]
  ? []
  : [Record<Named<S["en"]>, string>]

/** Refuses at compile time a translation that names other values than its English. */
type Even<S extends Record<string, Text>> = {
  [Key in keyof S]: [Named<S[Key]["es"]>, Named<S[Key]["en"]>] extends [
    Named<S[Key]["en"]>,
    Named<S[Key]["es"]>,
  ]
    ? S[Key]
    : never
}

/**
 * Sentences that are stored in English, as the key of their translation: rows, exports and events
 * read the same whatever the reader speaks.
 */
export interface StoredSentences<S extends Record<string, Text>> {
  /** The sentence as it is stored: in English. */
  write: <Key extends keyof S>(key: Key, ...values: Values<S[Key]>) => string
  /** A stored sentence in both languages. Any other text stays as it is. */
  read: (stored: string) => Text
}

const PLACE = /\{(\w+)\}/g

export function storedSentences<const S extends Record<string, Text>>(
  sentences: S & Even<S>
): StoredSentences<S> {
  const readable = Object.values(sentences).map((text) => ({
    text,
    names: [...text.en.matchAll(PLACE)].map(([, name]) => name),
    pattern: new RegExp(`^${text.en.split(PLACE).map(piece).join("")}$`, "s"),
  }))
  const read = (stored: string): Text => {
    for (const { text, names, pattern } of readable) {
      const values = pattern.exec(stored)?.slice(1)
      if (values) {
        const named = Object.fromEntries(names.map((name, n) => [name, values[n]]))
        return { es: filled(text.es, named), en: stored }
      }
    }
    return { es: stored, en: stored }
  }
  return {
    write: (key, ...[values]) => filled(sentences[key].en, { ...values }),
    read,
  }
}

function filled(text: string, values: Record<string, string>): string {
  return text.replace(PLACE, (place, name: string) => values[name] ?? place)
}

/** Every second piece of a text split at its braces is a name. */
function piece(part: string, n: number): string {
  return n % 2 === 1 ? "(.+?)" : part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
}
