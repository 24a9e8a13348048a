/** Text that is already HTML. Everything else is escaped by the template. */
export class Html {
  constructor(readonly text: string) {}
}

export type Piece = Html | string | number | null | readonly Piece[]

/** A template whose values are escaped: the only way data gets into a page. */
export function html(parts: TemplateStringsArray, ...values: Piece[]): Html {
  return new Html(
    parts.reduce((text, part, index) => text + rendered(values[index - 1] ?? null) + part)
  )
}

/** For constants of this folder only, never for data. */
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

function rendered(value: Piece): string {
  if (value === null) {
    return ""
  }
  if (value instanceof Html) {
    return value.text
  }
  if (typeof value === "string" || typeof value === "number") {
    return String(value).replace(/[&<>"']/g, (char) => ENTITIES[char])
  }
  return value.map(rendered).join("")
}
