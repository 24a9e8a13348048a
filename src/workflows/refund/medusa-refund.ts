import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { computedAmount } from "../../domain/money/amount"
import type { BookedRefund } from "../../settlement/refund-payouts"

const refundRow = z.object({ amount: z.custom<object | number | string>() })

/** A Refund as Medusa has it now; null when it is gone. */
export async function findRefund(
  container: MedusaContainer,
  refundId: string
): Promise<BookedRefund | null> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "refund",
    fields: ["amount", "raw_amount"],
    filters: { id: refundId },
  })
  return data.length === 0
    ? null
    : { refund_id: refundId, amount: computedAmount(refundRow.parse(data[0]).amount) }
}
