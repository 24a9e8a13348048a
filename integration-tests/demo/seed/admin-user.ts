import { createUsersWorkflow, setAuthAppMetadataWorkflow } from "@medusajs/medusa/core-flows"
import { Modules } from "@medusajs/framework/utils"
import type { MedusaContainer } from "@medusajs/framework/types"

/**
 * An admin who signs in with e-mail and password. An identity that exists gets this password
 * again, so that the login the demo prints always works.
 */
export async function seedAdmin(
  container: MedusaContainer,
  { email, password }: { email: string; password: string }
): Promise<string> {
  const auth = container.resolve(Modules.AUTH)
  const [found] = await container.resolve(Modules.USER).listUsers({ email })
  const user =
    found ?? (await createUsersWorkflow(container).run({ input: { users: [{ email }] } })).result[0]

  const [identity] = await auth.listAuthIdentities({
    provider_identities: { entity_id: email, provider: "emailpass" },
  })
  if (identity) {
    await auth.updateProvider("emailpass", { entity_id: email, password })
    return user.id
  }
  const registered = await auth.register("emailpass", { body: { email, password } })
  if (!registered.authIdentity) {
    throw new Error(`The admin user could not be made: ${registered.error}`)
  }
  await setAuthAppMetadataWorkflow(container).run({
    input: { authIdentityId: registered.authIdentity.id, actorType: "user", value: user.id },
  })
  return user.id
}
