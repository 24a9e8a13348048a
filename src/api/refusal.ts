import type { MedusaResponse } from "@medusajs/framework/http"

/** A refusal with Medusa's shape and, unlike core's error handler, the name of the field. */
export interface Refusal {
  status: 400 | 404 | 409
  type: "invalid_data" | "not_found" | "not_allowed" | "conflict"
  message: string
  field?: string
}

export function refuse(res: MedusaResponse, refusal: Refusal): void {
  const { status, type, message, field } = refusal
  res.status(status).json({ type, message, ...(field !== undefined && { field }) })
}
