import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { METHOD_ICONS } from "../../../../domain/method/icon"
import { refuse } from "../../../refusal"
import { drawing } from "../drawings"

/**
 * `GET /payin/icons/:icon`: the drawing of a way to pay as SVG, such as `bank.svg`. It needs no publishable key, because
 * an `img` sends none, and may be kept for a day. 404 else.
 */
export function GET(req: MedusaRequest, res: MedusaResponse): void {
  const icon = METHOD_ICONS.find((name) => `${name}.svg` === req.params.icon)
  if (icon === undefined) {
    refuse(res, { status: 404, type: "not_found", message: "There is no such drawing." })
    return
  }
  res.setHeader("Content-Type", "image/svg+xml; charset=utf-8")
  res.setHeader("Cache-Control", "public, max-age=86400")
  res.setHeader("Content-Security-Policy", "default-src 'none'")
  res.setHeader("X-Content-Type-Options", "nosniff")
  // Shops are elsewhere, and some load nothing from elsewhere that does not say so.
  res.setHeader("Cross-Origin-Resource-Policy", "cross-origin")
  res.send(drawing(icon))
}
