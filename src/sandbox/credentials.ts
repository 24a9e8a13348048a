import type { IncomingHttpHeaders } from "node:http"
import type { Merchant } from "./settings"

/**
 * Basic with user name and password on every call, beside it the merchant's token
 * (docs/service.md#credentials).
 */
export class Credentials {
  private readonly byToken: Map<string, Merchant>

  constructor(readonly merchants: readonly Merchant[]) {
    this.byToken = new Map(merchants.map((merchant) => [merchant.token, merchant]))
  }

  /** The merchant, or the Spanish text that says which header is wrong. */
  check(headers: IncomingHttpHeaders): Merchant | string {
    const token = headers["token-top"]
    if (typeof token !== "string" || token === "") return "El encabezado Token-Top es obligatorio."
    const basic = /^Basic\s+([A-Za-z0-9+/=]+)$/i.exec(headers.authorization ?? "")
    if (!basic) return "El encabezado Authorization (Basic) es obligatorio."
    const merchant = this.byToken.get(token)
    if (!merchant) return "El encabezado Token-Top no es válido."
    const given = Buffer.from(basic[1], "base64").toString("utf8")
    if (given !== `${merchant.username}:${merchant.password}`) {
      return "Las credenciales del encabezado Authorization no son válidas."
    }
    return merchant
  }
}
