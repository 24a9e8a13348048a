import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"

/** Keeps answers about persons and their money out of every cache, lists as CSV too. */
export function forbidCaching(
  _req: MedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction
): void {
  res.setHeader("Cache-Control", "no-store")
  next()
}
