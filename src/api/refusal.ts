import type { MedusaResponse } from "@medusajs/framework/http"

/** A refusal with Medusa's shape and, unlike core's error handler, the name of the field. */
export interface Refusal {
  status: 400 | 404 | 409
  type: "invalid_data" | "not_found" | "not_allowed" | "conflict"
  message: string
  field?: string
  /** Stable, for whoever words it otherwise, e.g. in another language. */
  code?: string
}

export function refuse(res: MedusaResponse, refusal: Refusal): void {
  res.status(refusal.status).json(refusalBody(refusal))
}

/** What stands in the body of a refusal. */
export function refusalBody({ type, message, field, code }: Refusal): Record<string, string> {
  return {
    type,
    message,
    ...(field !== undefined && { field }),
    ...(code !== undefined && { code }),
  }
}
