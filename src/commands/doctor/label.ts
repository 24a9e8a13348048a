/**
 * Whether a label holds a word, read as the plugin reads `type_transaction`: without regard to case
 * and accents (option `payOutTypes`).
 */
export function holds(label: string, word: string): boolean {
  return plain(label).includes(plain(word))
}

function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toUpperCase()
}

/** `type_transaction` of a looked-up transaction; null when the plugin would take it for none. */
export function labelIn({ type_transaction }: Record<string, unknown>): string | null {
  const label = typeof type_transaction === "string" ? type_transaction.trim() : ""
  return label === "" ? null : label
}
