import { Module } from "@medusajs/framework/utils"
import { PayInPayoutsService } from "./service"

export const PAYIN_PAYOUTS = "payinPayouts"

export default Module(PAYIN_PAYOUTS, { service: PayInPayoutsService })
