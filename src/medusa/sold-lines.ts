import { BigNumber, getLineItemTotals } from "@medusajs/framework/utils"
import { z } from "zod"
import type { SoldLine } from "../domain/payout/clawback"
import { medusaAmount, medusaRows } from "../domain/row/medusa-row"

/** Fields of an order's line that decide its price. */
export const SOLD_LINE_FIELDS = ["*", "tax_lines.*", "adjustments.*", "detail.*"] as const

const quantity = medusaAmount.nullish().transform((value) => value ?? "0")

/** An order's lines as Medusa's query hands them on. */
export const soldLines = medusaRows(
  z
    .object({
      id: z.string(),
      unit_price: medusaAmount,
      quantity: medusaAmount,
      is_tax_inclusive: z.boolean().nullish(),
      tax_lines: medusaRows(z.object({ rate: medusaAmount })),
      adjustments: medusaRows(
        z.object({ amount: medusaAmount, is_tax_inclusive: z.boolean().nullish() })
      ),
      detail: z.object({
        fulfilled_quantity: quantity,
        return_received_quantity: quantity,
        return_dismissed_quantity: quantity,
      }),
    })
    .transform((item): SoldLine => {
      const { id, unit_price, detail } = item
      const returned = new BigNumber(detail.return_received_quantity).numeric
      const dismissed = new BigNumber(detail.return_dismissed_quantity).numeric
      // Medusa's own sum, without `detail`: with it `total` would cover only pieces that were not
      // returned, and a seller's share would shrink with the return of another seller's goods
      // (utils/totals/line-item).
      const { total, tax_total } = getLineItemTotals(
        {
          id,
          unit_price: new BigNumber(unit_price),
          quantity: new BigNumber(item.quantity),
          is_tax_inclusive: item.is_tax_inclusive ?? false,
          tax_lines: item.tax_lines.map(({ rate }) => ({ rate: Number(rate) })),
          adjustments: item.adjustments.map(({ amount, is_tax_inclusive }) => ({
            amount,
            is_tax_inclusive: is_tax_inclusive ?? false,
          })),
        },
        {}
      )
      return {
        id,
        total,
        tax_total,
        quantity: item.quantity,
        fulfilled_quantity: detail.fulfilled_quantity,
        returned_quantity: returned + dismissed,
      }
    })
)
