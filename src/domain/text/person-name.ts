/** The words of a name in one order, without accents, case and punctuation; `*` hides letters. */
export function nameWords(name: string): string[] {
  const bare = name.normalize("NFD").replace(/\p{M}/gu, "").toUpperCase()
  return [...(bare.match(/[\p{L}\p{N}*]+/gu) ?? [])].sort()
}

/**
 * Whether two names may be one person's: one has every word of the other, as where one leaves out a
 * second name. A name without a word fits nobody.
 */
export function namesFit(one: string, other: string): boolean {
  const [fewer, more] = [nameWords(one), nameWords(other)].sort((a, b) => a.length - b.length)
  return fewer.length > 0 && fewer.every((word) => more.includes(word))
}
