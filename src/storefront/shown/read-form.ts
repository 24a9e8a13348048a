import type { PayInField } from "../wire.ts"

/** What the shopper typed into these fields. */
export function typedIn(form: HTMLFormElement, fields: PayInField[]): Record<string, string> {
  const data = new FormData(form)
  return Object.fromEntries(
    fields.flatMap(({ name }) => {
      const value = data.get(name)
      return typeof value === "string" && value.trim() !== "" ? [[name, value.trim()]] : []
    })
  )
}

/** The fields that a session asks for, after those that are asked anyway, each once. */
export function joined(first: PayInField[], more: PayInField[]): PayInField[] {
  const names = new Set(more.map(({ name }) => name))
  return [...first.filter(({ name }) => !names.has(name)), ...more]
}

/** Leads the shopper to what has to be mended. */
export function focusField(form: HTMLFormElement | null, name: string | null) {
  const found = name === null ? null : form?.elements.namedItem(name)
  if (found instanceof HTMLElement) found.focus()
}
