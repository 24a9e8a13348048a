import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { servicesOf } from "../settle"

const BATCH = 200

/** Forgetting: erases who made an unpaid link after option `retention.unpaidDays`. */
export async function forgetUnpaid(container: MedusaContainer): Promise<void> {
  const { ledger, gateway } = servicesOf(container)
  const { unpaidDays } = gateway.options.retention
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  for (let erased = BATCH; erased === BATCH;) {
    erased = await pg.transaction((trx: Knex.Transaction) =>
      ledger.forgetting.eraseUnpaid(trx, unpaidDays, BATCH)
    )
  }
}
