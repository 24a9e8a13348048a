import { createPromotionsWorkflow } from "@medusajs/medusa/core-flows"
import type { Shop } from "./shop"

/** A code that takes this percentage off what is bought. */
export async function percentOff(shop: Shop, code: string, value: number): Promise<void> {
  await createPromotionsWorkflow(shop.container).run({
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
            value,
          },
        },
      ],
    },
  })
}
