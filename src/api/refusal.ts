import type { MedusaResponse } from "@medusajs/framework/http"
import type { NamedRefusal } from "../domain/refusal-code"

/** A refusal with Medusa's shape and, unlike Medusa's error handler, the name of the field. */
export interface Refusal extends Partial<NamedRefusal> {
  status: 400 | 403 | 404 | 409
  type: "invalid_data" | "forbidden" | "not_found" | "not_allowed" | "conflict"
  message: string
  field?: string
}

export function refuse(res: MedusaResponse, refusal: Refusal): void {
  res.status(refusal.status).json(refusalBody(refusal))
}

/** The body of a refusal. */
export function refusalBody({
  type,
  message,
  field,
  code,
  values,
}: Refusal): Record<string, unknown> {
  return {
    type,
    message,
    ...(field !== undefined && { field }),
    ...(code !== undefined && { code }),
    ...(values !== undefined && { values }),
  }
}
