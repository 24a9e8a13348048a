import { PayInError, sendByFetch } from "./request.ts"
import type { PayInAnswer, PayInRequest, PayInStore } from "./request.ts"

const ID = "[\\w-]+"
const QUERY = "(\\?[\\w=&.-]*)?"
const METHODS = new Set(["GET", "POST", "DELETE"])

/** The calls of this package. Anybody can call a server action, with any path. */
const CALLS = [
  `/store/payin(/${ID})+`,
  "/store/payment-providers",
  "/store/payment-collections",
  `/store/payment-collections/${ID}/payment-sessions`,
  `/store/carts/${ID}`,
  `/store/carts/${ID}/complete`,
].map((path) => new RegExp(`^${path}${QUERY}$`))

/**
 * For a server action that stands in for the browser (`send` of a store): calls Medusa with the sign-in that only the
 * storefront's server knows. Refuses every path that is none of this package's.
 */
export async function sendToStore(
  store: Pick<PayInStore, "baseUrl" | "publishableKey" | "headers">,
  path: string,
  request: PayInRequest
): Promise<PayInAnswer> {
  if (!METHODS.has(request.method) || !CALLS.some((call) => call.test(path))) {
    throw new PayInError("This is no call of medusa-payin-storefront.", 0)
  }
  return sendByFetch(store, path, request)
}
