import { Module } from "@medusajs/framework/utils"
import refuseMissingKeys from "./keys"
import { PayInLedgerService } from "./service"

export const PAYIN_LEDGER = "payinLedger"

export default Module(PAYIN_LEDGER, { service: PayInLedgerService, loaders: [refuseMissingKeys] })
