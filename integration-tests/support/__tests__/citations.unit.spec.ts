import { execFileSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import path from "node:path"

const ROOT = path.resolve(__dirname, "../../..")

const READ = /\.(?:tsx?|[mc]?js|md)$/
/** A document of this repository, with the heading that is meant. */
const CITED = /\bdocs\/[\w./-]+\.md(?:#[\w-]+)?/g
/** The target of a link in Markdown, unless it is an address. */
const LINKED = /\]\(([^\s():]+)\)/g
const HEADING = /^#{1,6} +(.+?) *$/gm

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

function files(): string[] {
  const listed = execFileSync("git", ["ls-files", "-z"], { cwd: ROOT, encoding: "utf8" })
  return listed.split("\0").filter((file) => READ.test(file) && existsSync(path.join(ROOT, file)))
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
