import { Module } from "@medusajs/framework/utils"
import { PayInGatewayService } from "./service"

/** Key of the gateway in Medusa's container. */
export const PAYIN_GATEWAY = "payinGateway"

export default Module(PAYIN_GATEWAY, { service: PayInGatewayService })

export * from "./errors"
export { readCardSummary } from "./card-summary"
export type * from "./service"
