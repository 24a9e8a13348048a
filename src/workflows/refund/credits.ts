import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { createOrderCreditLinesWorkflow } from "@medusajs/medusa/core-flows"
import {
  addAmounts,
  isPositive,
  subtractAmounts,
  sumAmounts,
  ZERO,
  type MajorAmount,
} from "../../domain/money/amount"
import {
  forgivenCredits,
  missingCredits,
  type DatedEntry,
  type OfRefund,
} from "../../domain/refund/books"
import { ourProviders } from "../settle"
import { readCredits, type CreditsRead } from "../../medusa/order-credits"
import { isChanging } from "../../medusa/repairs/order-change"
import { readOwed } from "../../medusa/order"
import { readShown } from "../../medusa/order-refunds"

/** The refunds of an order's payments, its entries with their costs, and its credit lines. */
interface MoneyOfOrder extends Pick<CreditsRead, "payments" | "credits" | "credited"> {
  entries: DatedEntry[]
}

/** @param providers whose payments count; null: all */
async function moneyOf(
  container: MedusaContainer,
  orderId: string,
  providers: string[] | null
): Promise<MoneyOfOrder | null> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const read = await readCredits(pg, orderId, providers)
  if (read === null) {
    return null
  }
  const { payments, entries, credits, credited } = read
  const versions = payments.length === 0 ? [] : entries.map(({ version }) => version)
  const costs = await costsOf(container, orderId, new Set(versions))
  const dated = entries.map((entry) => ({ ...entry, cost: costs.get(entry.version) ?? ZERO }))
  return { payments, entries: dated, credits, credited }
}

/**
 * What somebody forgave of an order, by credit lines that no refund explains, in major units. Those that
 * came with its cart, such as a gift card, have no action of their own.
 */
export async function forgivenOf(
  container: MedusaContainer,
  orderId: string
): Promise<MajorAmount> {
  const money = await moneyOf(container, orderId, null)
  if (money === null) {
    return ZERO
  }
  const { payments, entries, credits, credited } = money
  const ofCart = subtractAmounts(credited, sumAmounts(credits))
  return addAmounts(forgivenCredits(payments, entries, credits), isPositive(ofCart) ? ofCart : ZERO)
}

/**
 * Missing credit lines of an order for our Refunds: without them it asks its buyer for refunded
 * money. None while the order shows a refund that does not exist: no sum can be trusted until its
 * entry is removed, or a person decided about it.
 */
export async function lackingCredits(
  container: MedusaContainer,
  orderId: string
): Promise<OfRefund[]> {
  const owed = (await readOwed(container, orderId))?.owed
  if (owed === undefined || !isPositive(owed.outstanding)) {
    return []
  }
  const money = await moneyOf(container, orderId, ourProviders(container))
  if (money === null || money.payments.length === 0) {
    return []
  }
  const { payments, entries, credits } = money
  const lacking = missingCredits(payments, entries, credits, owed.outstanding)
  return lacking.length > 0 && (await showsTooMuch(container, orderId)) ? [] : lacking
}

/** What each version of the order cost, without its requested returns: so Medusa counted at the time. */
async function costsOf(
  container: MedusaContainer,
  orderId: string,
  versions: ReadonlySet<number>
): Promise<ReadonlyMap<number, MajorAmount>> {
  const costs = new Map<number, MajorAmount>()
  for (const version of versions) {
    const read = await readOwed(container, orderId, version)
    if (read !== null) {
      costs.set(version, addAmounts(read.owed.outstanding, read.owed.counted))
    }
  }
  return costs
}

async function showsTooMuch(container: MedusaContainer, orderId: string): Promise<boolean> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const shown = await readShown(pg, ourProviders(container), orderId)
  return shown !== null && shown.compared.surplus.length + shown.compared.doubtful.length > 0
}

/**
 * Writes an order's missing credit lines. Call it under the order's lock.
 *
 * @returns false while somebody changes the order: Medusa writes none meanwhile
 */
export async function completeCredits(
  container: MedusaContainer,
  orderId: string
): Promise<boolean> {
  const lacking = await lackingCredits(container, orderId)
  if (lacking.length === 0) {
    return true
  }
  if (await isChanging(container, orderId)) {
    return false
  }
  const credit_lines = lacking.map(({ refund_id, amount }) => ({
    amount,
    reference: "refund",
    reference_id: refund_id,
  }))
  await createOrderCreditLinesWorkflow(container).run({ input: { id: orderId, credit_lines } })
  return true
}
