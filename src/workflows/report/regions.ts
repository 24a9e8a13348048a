import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { regionProblems, type PayableRegion } from "../../domain/options/setup-problem"
import { servicesOf } from "../settle/index"

const provider = z.object({ id: z.string(), is_enabled: z.boolean().nullish() })
const region = z.object({
  id: z.string(),
  name: z.string(),
  currency_code: z.string(),
  payment_providers: z.array(provider.nullish()).nullish(),
})

/** Medusa's regions with the providers that are on there. */
export async function payableRegions(
  container: Pick<MedusaContainer, "resolve">
): Promise<PayableRegion[]> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "region",
    fields: ["id", "name", "currency_code", "payment_providers.id", "payment_providers.is_enabled"],
  })
  return z
    .array(region)
    .parse(data)
    .map(({ id, name, currency_code, payment_providers }) => ({
      id,
      name,
      currency: currency_code.toUpperCase(),
      providers: (payment_providers ?? []).flatMap((one) =>
        one && one.is_enabled !== false ? [one.id] : []
      ),
    }))
}

/** What was logged by this process: what stays wrong is said once. */
const logged = new Set<string>()

/** Logs regions where nobody can pay with a provider of ours that is on. */
export async function logRegionProblems(container: MedusaContainer): Promise<void> {
  const { options } = servicesOf(container).gateway
  const problems = regionProblems(await payableRegions(container), options.accounts)
  const lines = problems.map(({ code, message }) => `payin: ${code}: ${message}`)
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  lines.filter((line) => !logged.has(line)).forEach((line) => logger.error(line))
  logged.clear()
  lines.forEach((line) => logged.add(line))
}
