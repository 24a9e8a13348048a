import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { TYPED_ACCOUNT_DAYS } from "../../domain/time/schedule"
import { databaseNow } from "../../tables/now"
import { refundsOfRequest } from "../../medusa/refund"

const ERASED = { destination_sealed: null, sealed_with: null }

/**
 * Forgetting: erases the accounts that operators typed with a refund or with a decision, once the
 * payout has its own copy, from which it is sent. Without a payout the account stays, however old:
 * the money would otherwise go elsewhere.
 */
export async function forgetTypedAccounts(container: MedusaContainer): Promise<void> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const old = () => databaseNow(pg, -TYPED_ACCOUNT_DAYS * 86_400)
  await pg("payin_operator_request as q")
    .whereNotNull("q.sealed_with")
    .where("q.created_at", "<", old())
    .whereNotExists(
      refundsOfRequest(pg, "q.id").whereNotExists(
        pg("payin_payout as p").whereRaw("p.refund_id = r.id").whereNotNull("p.destination_sealed")
      )
    )
    .update(ERASED)
  await pg("payin_anomaly as a")
    .where({ "a.status": "resolved" })
    .whereNotNull("a.sealed_with")
    .where("a.resolved_at", "<", old())
    .whereExists(
      pg("payin_payout as p").whereRaw("p.anomaly_id = a.id").whereNotNull("p.destination_sealed")
    )
    .update(ERASED)
}
