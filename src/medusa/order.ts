import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { medusaAmount } from "../domain/row/medusa-row"
import { owedBy, type Owed } from "../domain/order/owed"

/**
 * With `total` Medusa counts the outstanding amount anew, and by `currency_code` it knows the
 * smallest unit. Without them it returns stored sums (docs/medusa.md#stored-sums).
 */
const MONEY_FIELDS = ["id", "status", "currency_code", "total", "summary"]

const orderMoney = z.object({
  id: z.string(),
  status: z.string(),
  currency_code: z.string().transform((code) => code.toUpperCase()),
  // Required, so that a read without it fails: its sums would be the stored ones.
  total: medusaAmount,
  summary: z.object({
    pending_difference: medusaAmount,
    raw_pending_difference: medusaAmount.nullish(),
    paid_total: medusaAmount,
    raw_paid_total: medusaAmount.nullish(),
    transaction_total: medusaAmount,
    raw_transaction_total: medusaAmount.nullish(),
  }),
})

/** An order, a draft one included, with what it owes now. */
export interface OrderRead {
  id: string
  status: string
  currency_code: string
  owed: Owed
}

/**
 * Reads an order with what it owes, and with `more` of its fields. All code that acts on what an
 * order owes reads it here, under the order lock (docs/decisions/0007-leases-and-order-locks.md).
 *
 * @returns null without such an order
 */
export async function readOrder<T extends object>(
  container: MedusaContainer,
  orderId: string,
  more: { fields: readonly string[]; schema: z.ZodType<T>; version?: number }
): Promise<(T & OrderRead) | null> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order",
    fields: [...MONEY_FIELDS, ...more.fields],
    filters: { id: orderId, ...(more.version !== undefined && { version: more.version }) },
  })
  if (data.length === 0) {
    return null
  }
  const { id, status, currency_code, summary } = orderMoney.parse(data[0])
  const owed = owedBy({
    status,
    pending_difference: summary.raw_pending_difference ?? summary.pending_difference,
    paid_total: summary.raw_paid_total ?? summary.paid_total,
    transaction_total: summary.raw_transaction_total ?? summary.transaction_total,
  })
  return { ...more.schema.parse(data[0]), id, status, currency_code, owed }
}

const NO_MORE = { fields: [], schema: z.object({}) }

/** The same without other fields, now or as it was in an earlier version of the order. */
export function readOwed(
  container: MedusaContainer,
  orderId: string,
  version?: number
): Promise<OrderRead | null> {
  return readOrder(container, orderId, { ...NO_MORE, version })
}
