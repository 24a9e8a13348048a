/**
 * A text as a person sees it: without format characters, trimmed, letters and their accents composed. A name with a
 * character that turns the direction of writing is shown as another one to whoever approves it, and phone numbers
 * are copied with such characters.
 */
export function visibleText(text: string): string {
  return text
    .normalize("NFC")
    .replace(/\p{Cf}/gu, "")
    .trim()
}
