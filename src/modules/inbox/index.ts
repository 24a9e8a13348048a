import { Module } from "@medusajs/framework/utils"
import { PayInInboxService } from "./service"

export const PAYIN_INBOX = "payinInbox"

export default Module(PAYIN_INBOX, { service: PayInInboxService })
