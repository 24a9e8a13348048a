import { Module } from "@medusajs/framework/utils"
import { PayInSubscriptionsService } from "./service"

export const PAYIN_SUBSCRIPTIONS = "payinSubscriptions"

export default Module(PAYIN_SUBSCRIPTIONS, { service: PayInSubscriptionsService })
