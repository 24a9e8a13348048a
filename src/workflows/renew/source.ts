import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { medusaAmount, medusaRows } from "../../domain/row/medusa-row"
import { planOfLine } from "../../domain/subscription/plan-lines"
import { readSubscriptionPlan } from "../../domain/subscription/plan"
import type { Subscription } from "../../modules/subscriptions/subscription-rows"
import { netLines, lineDetail } from "./net-lines"

const metadata = z.record(z.string(), z.unknown()).nullish()

const address = z
  .object({
    first_name: z.string().nullish(),
    last_name: z.string().nullish(),
    company: z.string().nullish(),
    phone: z.string().nullish(),
    address_1: z.string().nullish(),
    address_2: z.string().nullish(),
    city: z.string().nullish(),
    province: z.string().nullish(),
    postal_code: z.string().nullish(),
    country_code: z.string().nullish(),
    metadata,
  })
  .transform((fields) =>
    Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null))
  )
  .nullish()

const word = z
  .string()
  .nullish()
  .transform((text) => text ?? undefined)
const flag = z
  .boolean()
  .nullish()
  .transform((is) => is ?? undefined)

/** Fields that Medusa reads from a line's variant or, without one, from the line. */
const described = {
  title: word,
  subtitle: word,
  thumbnail: word,
  product_id: word,
  product_title: word,
  product_description: word,
  product_subtitle: word,
  product_type: word,
  product_collection: word,
  product_handle: word,
  variant_sku: word,
  variant_barcode: word,
  variant_title: word,
  requires_shipping: flag,
  is_discountable: flag,
}

const line = z.object({
  id: z.string(),
  variant_id: z.string().nullish(),
  quantity: medusaAmount.transform(Number),
  unit_price: medusaAmount.nullable(),
  is_tax_inclusive: z.boolean().nullish(),
  metadata,
  original_total: medusaAmount.nullish(),
  variant: z
    .object({
      metadata,
      product: z
        .object({ metadata, shipping_profile: z.object({ id: z.string() }).nullish() })
        .nullish(),
    })
    .nullish(),
  detail: lineDetail,
  ...described,
})

const describedLine = z.object(described)

const ofChange = z.string().nullish()

const sourceSchema = z.object({
  id: z.string(),
  version: z.number(),
  status: z.string(),
  region_id: z.string().nullish(),
  sales_channel_id: z.string().nullish(),
  customer_id: z.string().nullish(),
  customer: z.object({ id: z.string(), has_account: z.boolean() }).nullish(),
  email: z.string().nullish(),
  currency_code: z.string(),
  shipping_address: address,
  billing_address: address,
  items: medusaRows(line),
  shipping_methods: medusaRows(
    z.object({
      shipping_option_id: z.string().nullish(),
      data: z.record(z.string(), z.unknown()).nullish(),
      original_total: medusaAmount.nullish(),
      detail: z
        .object({ return_id: ofChange, exchange_id: ofChange, claim_id: ofChange })
        .nullish(),
    })
  ),
})

/** The parts of an order from which the next one is made: the kept goods and their delivery. */
export type SourceOrder = z.infer<typeof sourceSchema> & {
  /** Lines added by a change: an edit, an exchange, a claim. */
  added: ReadonlySet<string>
}
export type SourceLine = SourceOrder["items"][number]

const orderChange = z.object({
  actions: medusaRows(
    z.object({
      action: z.string(),
      details: z.object({ reference_id: z.string().nullish() }).nullish(),
    })
  ),
})

const FIELDS = [
  ...[
    "id",
    "version",
    "status",
    "region_id",
    "sales_channel_id",
    "customer_id",
    "customer.id",
    "customer.has_account",
    "email",
    "currency_code",
  ],
  ...["shipping_address.*", "billing_address.*"],
  ...[
    "items.*",
    "items.detail.*",
    "items.original_total",
    "item_total",
    "shipping_total",
    "items.variant.metadata",
    "items.variant.product.metadata",
    "items.variant.product.shipping_profile.id",
  ],
  ...["shipping_methods.*", "shipping_methods.original_total", "shipping_methods.detail.*"],
]

/** A line's description and treatment in Medusa, needed only without a variant. */
export function descriptionOf(line: SourceLine): z.infer<typeof describedLine> {
  return describedLine.parse(line)
}

/** Null when there is no such order. */
export async function findSource(
  container: MedusaContainer,
  orderId: string
): Promise<SourceOrder | null> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order",
    fields: FIELDS,
    filters: { id: orderId },
  })
  if (data.length === 0) {
    return null
  }
  const source = sourceSchema.parse(data[0])
  const shipping_methods = outbound(source)
  // Every edit, return, exchange and claim makes a version of the order, and most orders have none.
  if (source.version === 1) {
    return { ...source, shipping_methods, added: new Set() }
  }
  const [items, added] = await Promise.all([
    netLines(container, orderId, source.items),
    addedLines(container, orderId),
  ])
  return { ...source, shipping_methods, items, added }
}

/** The lines of a first order that are sold as a subscription. */
export function planLines({ items }: SourceOrder): SourceLine[] {
  return items.filter((item) => item.quantity > 0 && planOfLine(item) !== null)
}

/**
 * Lines that renew with each period: lines that renewed at the start or that a renewal made,
 * whatever the store offers now, and lines from an exchange or a claim, by the store's current
 * offer. Lines bought once stay out.
 */
export function renewingLines(
  source: SourceOrder,
  { order_id, first_lines }: Pick<Subscription, "order_id" | "first_lines">
): SourceLine[] {
  const isOffered = (item: SourceLine) => planOfLine(item) !== null
  const renews = (item: SourceLine): boolean =>
    source.id === order_id && first_lines !== null
      ? first_lines.includes(item.id) || (source.added.has(item.id) && isOffered(item))
      : readSubscriptionPlan(item.metadata).plan !== null || isOffered(item)
  return source.items.filter((item) => item.quantity > 0 && renews(item))
}

async function addedLines(container: MedusaContainer, order_id: string): Promise<Set<string>> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order_change",
    fields: ["actions.action", "actions.details"],
    filters: { order_id, status: "confirmed" },
  })
  const actions = data.flatMap((change) => orderChange.parse(change).actions)
  return new Set(
    actions.flatMap(({ action, details }) =>
      action === "ITEM_ADD" && details?.reference_id ? [details.reference_id] : []
    )
  )
}

/**
 * Medusa keeps the deliveries of returns, exchanges and claims with the order's own; only the
 * latter renew.
 */
function outbound({
  shipping_methods,
}: Pick<SourceOrder, "shipping_methods">): SourceOrder["shipping_methods"] {
  const seen = new Set<string>()
  return shipping_methods.filter(({ shipping_option_id: option, detail }) => {
    const { return_id, exchange_id, claim_id } = detail ?? {}
    if (return_id ?? exchange_id ?? claim_id) {
      return false
    }
    const again = option != null && seen.has(option)
    if (option != null) {
      seen.add(option)
    }
    return !again
  })
}
