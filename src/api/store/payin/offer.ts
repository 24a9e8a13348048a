import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "zod"
import type { FieldProblem } from "../../../domain/privacy/customer-data"
import { problemText } from "../../../domain/text/problem-text"
import type { Language } from "../../../domain/text/language"
import { offerOfCart, type CartOffer } from "../../../workflows/payment-link/offer"
import { refuse } from "../../refusal"

// PostgreSQL refuses to search for just any text.
export const cartQuery = z.object({ cart_id: z.string().regex(/^\w{1,128}$/) })

const WRONG_ID: FieldProblem = {
  field: "cart_id",
  message:
    "cart_id is required, once: the id of the cart that is to be paid. A page without a cart says country_code.",
  es: "cart_id es obligatorio, una sola vez: el id del carrito que se va a pagar. Una página sin carrito dice country_code.",
}
const UNKNOWN: FieldProblem = {
  field: "cart_id",
  message: "cart_id names no cart of this store.",
  es: "cart_id no es de ningún carrito de esta tienda.",
}

/** What is offered to the cart that the query names, or what is wrong with the question. */
export async function offeredToCart(
  req: MedusaRequest
): Promise<CartOffer | { problem: FieldProblem }> {
  const asked = cartQuery.safeParse(req.query)
  if (!asked.success) {
    return { problem: WRONG_ID }
  }
  return (await offerOfCart(req.scope, asked.data.cart_id)) ?? { problem: UNKNOWN }
}

/** 404 where there is no such cart, else 400 naming the field. */
export function refuseOffer(res: MedusaResponse, problem: FieldProblem, language: Language): void {
  const [status, type] =
    problem === UNKNOWN ? ([404, "not_found"] as const) : ([400, "invalid_data"] as const)
  refuse(res, { status, type, message: problemText(problem, language), field: problem.field })
}
