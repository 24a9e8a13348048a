/** Whether a text from an address may be asked of the database, which takes no zero byte. */
export function isRowId(text: string): boolean {
  return /^[A-Za-z0-9_-]{1,64}$/.test(text)
}
