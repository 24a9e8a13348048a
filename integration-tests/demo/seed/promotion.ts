import { createPromotionsWorkflow } from "@medusajs/medusa/core-flows"
import { Modules } from "@medusajs/framework/utils"
import type { MedusaContainer } from "@medusajs/framework/types"
import { PROMOTION } from "./catalogue"

/** A percentage off the items: what makes COP totals carry fractions. */
export async function seedPromotion(container: MedusaContainer): Promise<string> {
  const { code, percent } = PROMOTION
  const existing = await container.resolve(Modules.PROMOTION).listPromotions({ code })
  if (existing.length === 0) {
    await percentOff(container, code, percent)
  }
  return code
}

/** A new code that takes this percentage off what is bought. */
export async function percentOff(
  container: MedusaContainer,
  code: string,
  percent: number
): Promise<void> {
  await createPromotionsWorkflow(container).run({
    input: {
      promotionsData: [
        {
          code,
          type: "standard",
          status: "active",
          is_tax_inclusive: true,
          application_method: {
            type: "percentage",
            target_type: "items",
            allocation: "across",
            value: percent,
          },
        },
      ],
    },
  })
}
