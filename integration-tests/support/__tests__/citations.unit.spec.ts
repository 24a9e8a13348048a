import { execFileSync } from "node:child_process"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import path from "node:path"

const ROOT = path.resolve(__dirname, "../../..")

const READ = /\.(?:tsx?|[mc]?js|md)$/
/** A document of this repository, with the heading that is meant. */
const CITED = /\bdocs\/[\w./-]+\.md(?:#[\w-]+)?/g
/** The target of a link in Markdown, unless it is an address. */
const LINKED = /\]\(([^\s():]+)\)/g
const HEADING = /^#{1,6} +(.+?) *$/gm

/** An example of a document. */
const CODE_BLOCK = /^```[\s\S]*?^```/gm
const COMMENT = /(?<![^\s({,;])\/\*[\s\S]*?\*\/|(?<!\S)\/\/ .*$/gm
const CODE = /(?:\.(?:unit|sandbox))?(?:\.spec)?\.(?:tsx?|[mc]?js)$/
/** What stands before and after a path that is no part of an address, a pattern or a longer word. */
const BEFORE = String.raw`(?<![\w@./{}*<>:$-])`
const AFTER = String.raw`(?![\w/*{}-]|\.\w)`
/** A file of this repository, by its path or the end of it. Those in plain JavaScript are mostly Medusa's. */
const NAMED_FILE = new RegExp(
  String.raw`${BEFORE}(?:[\w@.[\]-]+/)*[\w.[\]-]*\w(?<!\.d)\.(?:tsx?|[mc]js)${AFTER}`,
  "g"
)
/** A file or folder below `src` or `integration-tests`, mostly without its ending. */
const NAMED_PATH = new RegExp(
  String.raw`${BEFORE}(?:(?:src|integration-tests)/)?(?:${foldersOf("src", "integration-tests").join("|")})/[\w./[\]-]*\w${AFTER}`,
  "g"
)
const CONSTANT = /\b[A-Z][A-Z\d]*_[A-Z\d_]*[A-Z\d]\b/g
/** Also the names of environment variables and of codes in capitals, but for those of other tools. */
const NAMED_CONSTANT = /`((?!ERR_PNPM)[A-Z][A-Z\d]*_[A-Z\d_]*[A-Z\d])`/g
/** Documents about files of a store. */
const OF_A_STORE = ["docs/checkout-nextjs.md", "integration-tests/storefront/nextjs-starter.ts"]
const EXAMPLES = ["src/x.ts", "src/api/a/route.ts", "src/api/.../test/route.ts"]

// Put together here, so that this file names none of them.
const OUTSIDE = ["design", "engine", "gaps", "direct", "interface", "stack"]
const IN_DOCS = "medusa"
const MISSING = ["docs", "nothing.md"].join("/")
const NO_HEADING = ["docs/service.md", "nothing"].join("#")
const NOT_HERE = new RegExp(String.raw`(?<![\w-])(?:${OUTSIDE.join("|")})\.md\b`, "gi")
const WITHOUT_FOLDER = new RegExp(String.raw`(?<![\w/-])${IN_DOCS}\.md\b`, "gi")

interface Citation {
  /** Where it stands, as `file:line`. */
  at: string
  /** From the top folder of the repository, with `#heading`. */
  target: string
}

function allFiles(): string[] {
  const listed = execFileSync("git", ["ls-files", "-z"], { cwd: ROOT, encoding: "utf8" })
  return listed.split("\0").filter((file) => file !== "" && existsSync(path.join(ROOT, file)))
}

function files(): string[] {
  return allFiles().filter((file) => READ.test(file))
}

function foldersOf(...parents: string[]): string[] {
  return parents.flatMap((parent) =>
    readdirSync(path.join(ROOT, parent), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
  )
}

function read(file: string): string {
  return readFileSync(path.join(ROOT, file), "utf8")
}

function matches(file: string, text: string, pattern: RegExp): Citation[] {
  return [...text.matchAll(pattern)].map((match) => ({
    at: `${file}:${text.slice(0, match.index).split("\n").length}`,
    target: match[1] ?? match[0],
  }))
}

function citations(file: string, text: string): Citation[] {
  const cited = matches(file, text, CITED)
  if (!file.startsWith("docs/") || !file.endsWith(".md")) {
    return cited
  }
  const links = matches(file, text, LINKED).map(({ at, target }) => ({
    at,
    target: target.startsWith("#")
      ? `${file}${target}`
      : path.posix.join(path.posix.dirname(file), target),
  }))
  return [...cited, ...links]
}

function blank(text: string): string {
  return text.replaceAll(/[^\n]/g, " ")
}

/** What a file says to its reader, at its place: the comments of code, a document without its examples. */
function prose(file: string, text: string): string {
  if (file.endsWith(".md")) {
    return text.replaceAll(CODE_BLOCK, blank)
  }
  let said = ""
  let end = 0
  for (const { 0: comment, index } of text.matchAll(COMMENT)) {
    said += blank(text.slice(end, index)) + comment
    end = index + comment.length
  }
  return said
}

/** The files and folders of this repository that the prose of a file names. */
function namedPaths(file: string, text: string): Citation[] {
  const said = prose(file, text)
  return [...matches(file, said, NAMED_FILE), ...matches(file, said, NAMED_PATH)].filter(
    ({ target }) => !EXAMPLES.includes(target)
  )
}

/** Each file and folder by its path, by each end of it, and both without the file's ending. */
function pathEnds(all: string[]): Set<string> {
  return new Set(
    all.flatMap((file) => {
      const parts = file.split("/")
      return parts.flatMap((_, from) =>
        parts.slice(from).flatMap((__, length) => {
          const end = parts.slice(from, from + length + 1).join("/")
          return [end, end.replace(CODE, "")]
        })
      )
    })
  )
}

/** The names under which GitHub shows the headings of a document. */
function anchors(text: string): Set<string> {
  const withoutCode = text.replaceAll(/^```[\s\S]*?^```/gm, "")
  const seen = new Map<string, number>()
  return new Set(
    [...withoutCode.matchAll(HEADING)].map(([, heading = ""]) => {
      const name = heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
        .replaceAll(/\s/g, "-")
      const earlier = seen.get(name) ?? 0
      seen.set(name, earlier + 1)
      return earlier === 0 ? name : `${name}-${earlier}`
    })
  )
}

/** Why a citation leads nowhere; null when it leads to a file, and to a heading of it. */
function problem({ at, target }: Citation): string | null {
  const [file = "", heading] = target.split("#")
  if (!existsSync(path.join(ROOT, file))) {
    return `${at}: there is no ${file}`
  }
  return heading === undefined || anchors(read(file)).has(heading)
    ? null
    : `${at}: ${file} has no heading #${heading}`
}

describe("a citation", () => {
  it("leads to an existing document and heading of this repository", () => {
    const all = files().flatMap((file) => citations(file, read(file)))

    expect(all.length).toBeGreaterThan(300)
    expect(all.map(problem).filter((one) => one !== null)).toEqual([])
  })

  it("of a file or folder in a comment or a document leads to one of this repository", () => {
    const ends = pathEnds(allFiles())
    const all = files()
      .filter((file) => !OF_A_STORE.includes(file))
      .flatMap((file) => namedPaths(file, read(file)))

    expect(all.length).toBeGreaterThan(1_800)
    expect(
      all
        .filter(({ target }) => !ends.has(target.replace(/^(?:\.\.?\/)+/, "")))
        .map(({ at, target }) => `${at}: there is no ${target}`)
    ).toEqual([])
  })

  it.each([
    ["a.ts", "/** Once (domain/nothing). */", ["domain/nothing"]],
    ["a.ts", "// See src/nothing/it.ts.", ["src/nothing/it.ts"]],
    ["a.ts", "const a = 1\n// as nothing.mjs", ["nothing.mjs"]],
    ["a.md", "See `settle/nothing.ts` and\n`http/nothing`.", ["settle/nothing.ts", "http/nothing"]],
    ["a.ts", 'import { a } from "../domain/nothing"', []],
    ["a.ts", "// https://example.com/domain/nothing.ts", []],
    ["a.md", "```ts\n// domain/nothing\n```", []],
    ["a.md", "`integration-tests/http/*.spec.ts`, `http/refund*`, Next.js, lib.dom.d.ts", []],
  ])("of a file is found in %s: %j", (file, text, found) => {
    expect(namedPaths(file, text).map(({ target }) => target)).toEqual(found)
  })

  it("of a constant in a document leads to one of the code", () => {
    const code = new Set(
      files()
        .filter((file) => !file.endsWith(".md"))
        .flatMap((file) => read(file).match(CONSTANT) ?? [])
    )
    const all = files()
      .filter((file) => file.endsWith(".md") && !OF_A_STORE.includes(file))
      .flatMap((file) => matches(file, read(file), NAMED_CONSTANT))

    expect(all.length).toBeGreaterThan(50)
    expect(all.filter(({ target }) => !code.has(target))).toEqual([])
  })

  it("names no document outside this repository", () => {
    const named = files().flatMap((file) =>
      // The pages of docs name each other without their folder.
      (file.startsWith("docs/") ? [NOT_HERE] : [NOT_HERE, WITHOUT_FOLDER]).flatMap((pattern) =>
        matches(file, read(file), pattern)
      )
    )

    expect(named.map(({ at, target }) => `${at}: ${target}`)).toEqual([])
  })

  it.each([
    ["a heading that exists", "docs/service.md#capture", null],
    ["a file that exists", "docs/service.md", null],
    ["a missing file", MISSING, `here:1: there is no ${MISSING}`],
    ["a missing heading", NO_HEADING, "here:1: docs/service.md has no heading #nothing"],
  ])("is checked when it leads to %s", (_, target, said) => {
    expect(problem({ at: "here:1", target })).toBe(said)
  })

  it("names a heading by the anchor that GitHub gives it", () => {
    const text =
      "# The `data` of a session\n\n## Amounts\n\n```sh\n# no heading\n```\n\n## Amounts\n"

    expect([...anchors(text)]).toEqual(["the-data-of-a-session", "amounts", "amounts-1"])
  })
})

describe("docs/rules.md", () => {
  const rows = read("docs/rules.md")
    .split("\n")
    .filter((line) => line.startsWith("| ") && !/^\| (?:question|---) /.test(line))

  /** The files that a text names, each with the names that follow it. */
  const places = (text: string) => {
    let file = ""
    return [...text.matchAll(/`([^`]+)`/g)].flatMap(([, name = ""]) => {
      if (/^(?:src|integration-tests)\//.test(name)) {
        file = name
        return existsSync(path.join(ROOT, file)) ? [] : [{ file, name }]
      }
      return file === "" ? [] : [{ file, name }]
    })
  }

  it("names only files that exist and names that they contain", () => {
    const all = rows.flatMap(places)

    expect(all.length).toBeGreaterThan(300)
    expect(
      all.filter(
        ({ file, name }) => !existsSync(path.join(ROOT, file)) || !read(file).includes(name)
      )
    ).toEqual([])
  })

  it("names a test of each rule by its title", () => {
    const untested = rows.filter((row) => {
      const shown = places(row.split(" | ").at(-1) ?? "")
      return (
        row.split(" | ").length !== 4 ||
        shown.length === 0 ||
        shown.some(({ file, name }) => !file.endsWith(".spec.ts") || !isTitle(read(file), name))
      )
    })

    expect(rows.length).toBeGreaterThan(100)
    expect(untested).toEqual([])
  })

  it.each([
    ["of a test", 'it("pays once", ', true],
    ["of a table of tests", '])("pays once", ', true],
    ["of a group", "describe(`pays once (${n} rows)`, ", true],
    ["in a comment", "// pays once", false],
  ])("takes a title %s for one: %s is %p", (_, text, is) => {
    expect(isTitle(text, "pays once")).toBe(is)
  })
})

/** Whether a spec has a test, a table of tests or a group whose title begins so. */
function isTitle(spec: string, title: string): boolean {
  return ['"', "'", "`"].some((quote) =>
    [...spec.matchAll(/[(]\s*(?=["'`])/g)].some(({ index, 0: { length } }) =>
      spec.startsWith(`${quote}${title}`, index + length)
    )
  )
}
