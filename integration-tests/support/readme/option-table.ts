import { payInOptionsSchema } from "../../../src/domain/options"

/** The README's table of options, made from the zod schema so that the two cannot differ. */
export function optionTable(): string {
  const rows = Object.entries(payInOptionsSchema.shape).map(([name, schema]) => {
    const absent = schema.safeParse(undefined)
    const fallback = absent.success && absent.data !== undefined ? shown(absent.data) : "-"
    return `| \`${name}\` | ${fallback} | ${cell(schema.description ?? "")} |`
  })
  return ["| option | default | meaning |", "| --- | --- | --- |", ...rows].join("\n")
}

const MARKS = { from: "<!-- options: made by npm run readme -->", to: "<!-- /options -->" }

/** The README with its table of options made anew. */
export function withOptionTable(readme: string): string {
  const from = readme.indexOf(MARKS.from)
  const to = readme.indexOf(MARKS.to)
  if (from === -1 || to < from) {
    throw new Error(`README.md lacks the marks "${MARKS.from}" and "${MARKS.to}"`)
  }
  return `${readme.slice(0, from)}${MARKS.from}\n\n${optionTable()}\n\n${readme.slice(to)}`
}

function shown(value: unknown): string {
  const text = JSON.stringify(value)
  return text === "{}" ? "-" : `\`${cell(text)}\``
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replace(/\s*\((?:design|gaps|interface)\.md[^)]*\)/g, "")
}
