import { writeFile } from "node:fs/promises"
import type { ExecArgs } from "@medusajs/framework/types"
import { seedAdmin, seedStore } from "."

/**
 * `medusa exec` script of the demo. Reads `DEMO_ADMIN_EMAIL`, `DEMO_ADMIN_PASSWORD` and
 * `DEMO_IMAGE_BASE_URL`; writes what a storefront needs to the file named by `DEMO_SEED_RESULT`.
 */
export default async function seedDemo({ container }: ExecArgs): Promise<void> {
  const { DEMO_ADMIN_EMAIL, DEMO_ADMIN_PASSWORD, DEMO_IMAGE_BASE_URL, DEMO_SEED_RESULT } =
    process.env
  const store = await seedStore(container, { image_base_url: DEMO_IMAGE_BASE_URL })
  if (DEMO_ADMIN_EMAIL && DEMO_ADMIN_PASSWORD) {
    await seedAdmin(container, { email: DEMO_ADMIN_EMAIL, password: DEMO_ADMIN_PASSWORD })
  }
  if (DEMO_SEED_RESULT) {
    await writeFile(DEMO_SEED_RESULT, JSON.stringify(store, null, 2))
  }
}
