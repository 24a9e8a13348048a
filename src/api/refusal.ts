import type { MedusaResponse } from "@medusajs/framework/http"
import type { NamedRefusal } from "../domain/error/refusal-code"

/** A refusal with Medusa's shape and, unlike Medusa's error handler, the name of the field. */
export interface Refusal extends Partial<NamedRefusal> {
  status: 400 | 403 | 404 | 409 | 429
  type:
    | "invalid_data"
    | "forbidden"
    | "not_found"
    | "not_allowed"
    | "conflict"
    | "too_many_links"
    | "too_many_declines"
    | "too_many_listeners"
  message: string
  field?: string
  /** Seconds after which the same request may succeed. */
  retry_after?: number
}

export function refuse(res: MedusaResponse, refusal: Refusal): void {
  if (refusal.retry_after !== undefined) {
    res.setHeader("retry-after", refusal.retry_after)
  }
  res.status(refusal.status).json(refusalBody(refusal))
}

/** The body of a refusal. */
export function refusalBody({
  type,
  message,
  field,
  code,
  values,
  retry_after,
}: Refusal): Record<string, unknown> {
  return {
    type,
    message,
    ...(field !== undefined && { field }),
    ...(code !== undefined && { code }),
    ...(values !== undefined && { values }),
    ...(retry_after !== undefined && { retry_after }),
  }
}
