import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "zod"
import { CURRENCY_CODES } from "../../domain/countries"
import { roomsOf } from "../settle"

const currencySchema = z.enum(CURRENCY_CODES)

/** Decimals of a currency on the wire. Not asked of the account: it may have left the options since. */
export function wireDecimals(container: MedusaContainer, currency: string): number {
  return roomsOf(container).gateway.options.decimals[currencySchema.parse(currency)]
}
