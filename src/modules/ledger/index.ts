import { Module } from "@medusajs/framework/utils"
import { PayInLedgerService } from "./service"

export const PAYIN_LEDGER = "payinLedger"

export default Module(PAYIN_LEDGER, { service: PayInLedgerService })
