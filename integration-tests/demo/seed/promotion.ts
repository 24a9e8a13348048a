import { createPromotionsWorkflow } from "@medusajs/medusa/core-flows"
import { Modules } from "@medusajs/framework/utils"
import type { MedusaContainer } from "@medusajs/framework/types"
import { PROMOTION } from "./catalogue"

/** A percentage off the items: what makes COP totals carry fractions. */
export async function seedPromotion(container: MedusaContainer): Promise<string> {
  const existing = await container
    .resolve(Modules.PROMOTION)
    .listPromotions({ code: PROMOTION.code })
  if (existing.length === 0) {
    await createPromotionsWorkflow(container).run({
      input: {
        promotionsData: [
          {
            code: PROMOTION.code,
            type: "standard",
            status: "active",
            is_tax_inclusive: true,
            application_method: {
              type: "percentage",
              target_type: "items",
              allocation: "across",
              value: PROMOTION.percent,
            },
          },
        ],
      },
    })
  }
  return PROMOTION.code
}
