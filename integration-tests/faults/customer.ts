import { z } from "zod"
import { shopperEmail } from "../support/personal-data"
import { ask, read, UNHURRIED_MS } from "./http"

const PASSWORD = "a-shopper's-password"

const tokenAnswer = z.object({ token: z.string() })

/** A shopper with an account of the store, signed in. */
export interface Customer {
  email: string
  /** The header that says so to Medusa. */
  authorization: string
}

/** Registers a shopper as a storefront does, and signs them in. */
export async function registerCustomer(
  url: string,
  publishableKey: string,
  name: string
): Promise<Customer> {
  const email = shopperEmail(`approved.${name}`)
  const post = async (path: string, body: unknown, headers: Record<string, string> = {}) =>
    read(
      tokenAnswer.partial(),
      await ask(`${url}${path}`, { body, headers, timeoutMs: UNHURRIED_MS })
    )
  const signIn = { email, password: PASSWORD }
  const registered = await post("/auth/customer/emailpass/register", signIn)
  await post(
    "/store/customers",
    { email },
    {
      authorization: `Bearer ${registered?.token ?? ""}`,
      "x-publishable-api-key": publishableKey,
    }
  )
  const signedIn = await post("/auth/customer/emailpass", signIn)
  if (signedIn?.token === undefined) {
    throw new Error(`the customer ${name} could not be registered`)
  }
  return { email, authorization: `Bearer ${signedIn.token}` }
}
