import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { PLAN_KEYS } from "../../domain/subscription/plan"
import type { Text } from "../../domain/text/language"
import { servicesOf } from "../../workflows/settle"
import { refuse } from "../refusal"
import { languageOf } from "./language"

const NOT_YOURS: Text = {
  es: "el plan de este artículo no lo decide el sitio: lo hizo el código de la tienda.",
  en: "the plan of this item is not for a storefront to say: the store's own code made it.",
}

const posted = z.object({ metadata: z.record(z.string(), z.unknown()) })
const lines = z.array(
  z.object({ items: z.array(z.object({ id: z.string(), variant_id: z.string().nullish() })) })
)

/**
 * Keeps a shopper from making a subscription of a line without a variant. No product offers plans
 * for it, so its metadata counts, and only the store's own code may write that. Medusa accepts
 * metadata from anybody who has the cart.
 */
export async function guardLinePlan(
  req: MedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction
): Promise<void> {
  const { metadata = {} } = posted.safeParse(req.body).data ?? {}
  const key = PLAN_KEYS.find((one) => Object.hasOwn(metadata, one))
  if (key === undefined || !(await isWithoutVariant(req))) {
    next()
    return
  }
  const field = `metadata.${key}`
  const { language } = servicesOf(req.scope).gateway.options
  refuse(res, {
    status: 400,
    type: "invalid_data",
    message: `${field}: ${NOT_YOURS[languageOf(req, language)]}`,
    field,
  })
}

async function isWithoutVariant({ scope, params }: MedusaRequest): Promise<boolean> {
  const { data } = await scope.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "cart",
    fields: ["items.id", "items.variant_id"],
    filters: { id: params.id },
  })
  const items = lines.parse(data).flatMap((cart) => cart.items)
  return items.some(({ id, variant_id }) => id === params.line_id && variant_id == null)
}
