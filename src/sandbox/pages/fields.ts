/** What a form posted: its text fields; anything else is as if it had not been sent. */
export type Fields = Record<string, string>

export function fieldsOf(body: unknown): Fields {
  const fields: Fields = {}
  if (typeof body !== "object" || body === null) return fields
  for (const [name, value] of Object.entries(body)) {
    if (typeof value === "string") fields[name] = value
  }
  return fields
}
