import { randomUUID } from "node:crypto"
import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import jwt from "jsonwebtoken"
import { shopperEmail } from "./personal-data"

export const JWT_SECRET = "test-jwt-secret"

/** A token of a new operator of the admin, who has these roles where the store asks for some. */
export async function operatorToken(
  container: MedusaContainer,
  { roles = [] }: { roles?: string[] } = {}
): Promise<string> {
  const email = `operator-${randomUUID()}@example.com`
  const user = await container.resolve(Modules.USER).createUsers({ email })
  return signIn(container, email, { type: "user", id: user.id }, roles)
}

/** A new shopper who is signed in. */
export async function signedInCustomer(
  container: MedusaContainer,
  email = shopperEmail(`signed-in-${randomUUID()}`)
): Promise<{ customer_id: string; token: string }> {
  const customer = await container
    .resolve(Modules.CUSTOMER)
    .createCustomers({ email, has_account: true })
  const token = await signIn(container, email, { type: "customer", id: customer.id })
  return { customer_id: customer.id, token }
}

async function signIn(
  container: MedusaContainer,
  email: string,
  actor: { type: "user" | "customer"; id: string },
  roles: string[] = []
): Promise<string> {
  const app_metadata = {
    [`${actor.type}_id`]: actor.id,
    ...(roles.length > 0 && { roles }),
  }
  const identity = await container.resolve(Modules.AUTH).createAuthIdentities({
    provider_identities: [{ provider: "emailpass", entity_id: email }],
    app_metadata,
  })
  const claims = {
    actor_id: actor.id,
    actor_type: actor.type,
    auth_identity_id: identity.id,
    app_metadata,
  }
  return jwt.sign(claims, JWT_SECRET, { expiresIn: "1h" })
}
