import { PayInError } from "../request.ts"
import { named, type PayInTexts } from "./index.ts"

/** The last name of a path: `customer_data.legal_doc` is `legal_doc`. */
export function wrongField(error: unknown): string | null {
  return error instanceof PayInError ? (error.field?.split(".").at(-1) ?? null) : null
}

/** What the shopper reads of an error. It names nothing technical. */
export function problemText(error: unknown, texts: PayInTexts): string {
  if (!(error instanceof PayInError) || error.status === 0) return texts.tryAgain
  const { status, type } = error
  if (type === "no_provider") return texts.noProvider
  const field = wrongField(error)
  if (status === 404 || field === "cart_id") return texts.cartGone
  if (status === 409) return texts.busy
  if (status === 429) return texts.tooMany
  return named(texts.wrong, field ?? "") ?? texts.notStarted
}
