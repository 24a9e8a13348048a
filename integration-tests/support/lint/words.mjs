import { readFileSync } from "node:fs"
import path from "node:path"
import { fileURLToPath } from "node:url"

const ROOT = fileURLToPath(new URL("../../..", import.meta.url))
/** Files that still use a word that was given up. The list only shrinks. */
const LEFT = new URL("words-left.json", import.meta.url)
/** A row of the glossary's second table: the word, what to use, and whether names are refused that hold it. */
const ROW = /^\| +([a-z' ]+?) +\| +([^|]+?) +\| +names +\|$/gm
const PARTS = /[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g

/** The words that no name may hold, each with what to use. */
export function wordsGivenUp(glossary) {
  return new Map([...glossary.matchAll(ROW)].map(([, word, use]) => [word, use]))
}

/** The words that a name is made of, in small letters. */
export function wordsOf(name) {
  return (name.match(PARTS) ?? []).map((part) => part.toLowerCase())
}

/** Those of the given words and phrases that a name holds, in the singular or the plural. */
export function givenUpIn(name, wordsAndPhrases) {
  const words = wordsOf(name)
  const isAt = (start, phrase) =>
    phrase.every((word, n) => [word, `${word}s`].includes(words[start + n]))
  return [...wordsAndPhrases].filter((entry) => {
    const phrase = entry.split(" ")
    return words.some((_, start) => isAt(start, phrase))
  })
}

const givenUp = wordsGivenUp(readFileSync(path.join(ROOT, "docs/glossary.md"), "utf8"))
const left = JSON.parse(readFileSync(LEFT, "utf8"))

/** Refuses names, of files and of what is declared in them, that hold a word that the glossary gives up. */
const rule = {
  create(context) {
    const file = path.relative(ROOT, context.filename)
    const excused = new Set(left[file])
    const met = new Set()

    function look(node, name) {
      for (const word of givenUpIn(name, givenUp.keys())) {
        met.add(word)
        if (excused.has(word)) continue
        const message = `"${word}" is given up: use "${givenUp.get(word)}" (docs/glossary.md#words-given-up).`
        context.report({ node, message })
      }
    }
    const key = (node) => {
      if (!node.computed && node.key.type === "Identifier") look(node.key, node.key.name)
    }
    return {
      Program: (program) => look(program, path.basename(file).split(".")[0]),
      PropertyDefinition: key,
      MethodDefinition: key,
      TSPropertySignature: key,
      TSMethodSignature: key,
      "Program:exit"(program) {
        for (const { variables } of context.sourceCode.scopeManager.scopes) {
          for (const { name, defs } of variables) {
            const [def] = defs.filter(({ type }) => type !== "ImportBinding")
            if (def) look(def.name, name)
          }
        }
        for (const word of excused) {
          if (met.has(word)) continue
          const message = `No name holds "${word}" any more: take it off words-left.json.`
          context.report({ node: program, message })
        }
      },
    }
  },
}

export const words = {
  name: "words of the glossary",
  files: ["src/**/*.{ts,tsx}", "integration-tests/**/*.{ts,mjs}"],
  plugins: { words: { rules: { "given-up": rule } } },
  rules: { "words/given-up": "error" },
}
