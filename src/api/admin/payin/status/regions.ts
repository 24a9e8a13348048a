import type { RemoteQueryFunction } from "@medusajs/framework/types"
import { z } from "zod"
import type { PayInAccount } from "../../../../domain/options"
import type { AdminStatusAnswer } from "../status-types"
import { providerOf } from "./configuration"

const provider = z.object({ id: z.string(), is_enabled: z.boolean().nullish() })
const region = z.object({
  id: z.string(),
  name: z.string(),
  currency_code: z.string(),
  payment_providers: z.array(provider.nullish()).nullish(),
})

/** Where shoppers could pay through an account and cannot, because its provider is off in the region. */
export async function regionsWithoutProvider(
  query: Pick<RemoteQueryFunction, "graph">,
  accounts: readonly PayInAccount[]
): Promise<AdminStatusAnswer["regions_without_provider"]> {
  const { data } = await query.graph({
    entity: "region",
    fields: ["id", "name", "currency_code", "payment_providers.id", "payment_providers.is_enabled"],
    filters: { currency_code: accounts.map(({ currency }) => currency.toLowerCase()) },
  })
  return z
    .array(region)
    .parse(data)
    .flatMap(({ id, name, currency_code, payment_providers }) => {
      const currency = currency_code.toUpperCase()
      const on = (payment_providers ?? []).filter((one) => one && one.is_enabled !== false)
      return accounts
        .filter((account) => account.currency === currency)
        .map(providerOf)
        .filter((wanted) => !on.some((one) => one?.id === wanted))
        .map((provider_id) => ({ region_id: id, name, currency, provider_id }))
    })
}
