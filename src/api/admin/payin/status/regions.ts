import type { RemoteQueryFunction } from "@medusajs/framework/types"
import { z } from "zod"
import type { PayInOptions } from "../../../../domain/options"
import { cardProviderId, isCardProvider, providerIdsOf } from "../../../../domain/provider-id"
import type { AdminStatusAnswer } from "../status-types"

const provider = z.object({ id: z.string(), is_enabled: z.boolean().nullish() })
const region = z.object({
  id: z.string(),
  name: z.string(),
  currency_code: z.string(),
  payment_providers: z.array(provider.nullish()).nullish(),
})

/**
 * Where shoppers could pay through an account and cannot, because a provider of it is off in the
 * region.
 */
export async function regionsWithoutProvider(
  query: Pick<RemoteQueryFunction, "graph">,
  { accounts, card }: Pick<PayInOptions, "accounts" | "card">
): Promise<AdminStatusAnswer["regions_without_provider"]> {
  const { data } = await query.graph({
    entity: "region",
    fields: ["id", "name", "currency_code", "payment_providers.id", "payment_providers.is_enabled"],
    filters: { currency_code: accounts.map(({ currency }) => currency.toLowerCase()) },
  })
  const takesCards = (provider_id: string) =>
    card !== null && provider_id === cardProviderId(card.id)
  return z
    .array(region)
    .parse(data)
    .flatMap(({ id, name, currency_code, payment_providers }) => {
      const currency = currency_code.toUpperCase()
      const on = (payment_providers ?? []).filter((one) => one && one.is_enabled !== false)
      return accounts
        .filter((account) => account.currency === currency)
        .flatMap(({ id }) => providerIdsOf(id))
        .filter((wanted) => !isCardProvider(wanted) || takesCards(wanted))
        .filter((wanted) => !on.some((one) => one?.id === wanted))
        .map((provider_id) => ({ region_id: id, name, currency, provider_id }))
    })
}
