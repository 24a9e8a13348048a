/** Documents and files that whoever reads the contract does not have. */
const NAMES = [
  String.raw`docs\/[\w./#-]*\w`,
  String.raw`(?:domain|modules|settlement|providers|workflows|subscribers|commands|sandbox)\/[\w./-]*\w`,
].join("|")
/** In parentheses: up to their end, or to what they say beside it. */
const ASIDE = new RegExp(String.raw`\s*\((?:${NAMES})\b[^():]*(?:: ([^()]*))?\)`, "g")
const AT_THE_END_OF_ONE = new RegExp(String.raw`[,;] (?:${NAMES})\b[^()]*(?=\))`, "g")
const IN_FRONT = new RegExp(String.raw`(^|[.:] )(?:${NAMES})\b[^:.]*(?:\.\d+)?: (\w)`, "g")
/** Headings about the service that a type of the contract repeats. */
const CHAPTERS: [RegExp, string][] = [
  [/\bdocs\/service\.md#customer-data\b/g, "`CustomerData`"],
  [/\bdocs\/service\.md#destination\b/g, "`PayoutDestination`"],
]

/** What stands above code, as text for people who do not have this code. */
export function words(comment: string): string {
  const text = comment
    .replaceAll(AT_THE_END_OF_ONE, "")
    .replaceAll(ASIDE, (_, said?: string) => (said === undefined ? "" : ` (${said})`))
    .replaceAll(IN_FRONT, (_, before: string, first: string) => before + first.toUpperCase())
  return CHAPTERS.reduce((said, [chapter, type]) => said.replaceAll(chapter, type), text).trim()
}

/** A docstring, without its stars, as running text. */
export function docstring(comment: string): string {
  return words(comment.replaceAll(/^\s*\* ?/gm, "").replaceAll(/\s+/g, " "))
}

const FILE = /\b[\w-]+\.(?:md|mjs|[jt]sx?)\b/g
const PATH = new RegExp(String.raw`\b(?:${NAMES}|src\/\w+)`, "g")
const OF_OURS = /\{@link|\bpromises? \d|\bCONTRIBUTING\b/g
/** A store writes this one itself. */
const THEIRS = new Set(["medusa-config.ts"])

/** What a text names that its reader cannot look up. */
export function unknownNames(text: string): string[] {
  return [FILE, PATH, OF_OURS]
    .flatMap((names) => [...text.matchAll(names)].map(([name]) => name))
    .filter((name) => !THEIRS.has(name))
}
