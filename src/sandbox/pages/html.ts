/** Text that is already HTML. Everything else is escaped by the template. */
export class Html {
  constructor(readonly text: string) {}
}

export type Piece = Html | string | number | null | undefined | false | readonly Piece[]

/** A template whose values are escaped: the only way the pages put data into HTML. */
export function html(parts: TemplateStringsArray, ...values: Piece[]): Html {
  let text = parts[0]
  values.forEach((value, index) => {
    text += rendered(value) + parts[index + 1]
  })
  return new Html(text)
}

/** For constants of this folder only (styles, scripts, drawings), never for data. */
export function raw(text: string): Html {
  return new Html(text)
}

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => ENTITIES[char])
}

function rendered(value: Piece): string {
  if (value === null || value === undefined || value === false) return ""
  if (value instanceof Html) return value.text
  if (typeof value === "string") return escapeHtml(value)
  if (typeof value === "number") return String(value)
  return value.map(rendered).join("")
}
