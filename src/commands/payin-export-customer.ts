#!/usr/bin/env node
import { writeFileSync } from "node:fs"
import type { ExecArgs } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { exportCustomer } from "../workflows/export"
import { ANSWER, argumentsOfCommand, runForCustomer } from "./in-store"

const HELP = `payin-export-customer: prints as JSON what the plugin keeps of a customer, with what is encrypted opened

Usage: npx -p medusa-plugin-payin payin-export-customer <customer id or e-mail address> > customer.json

  -h, --help   this text

Run it in the folder your store is started from, with its environment.

Printed: payments, refunds and where they went, cards, subscriptions, notifications, anomalies, and the notes that
operators typed about them. Left out: keys and tokens, who in the store decided, rows that name another customer,
and what operators paid the same person as a supplier. By an e-mail address purchases made as a guest are found,
too. What Medusa itself keeps you export from Medusa. The audit shows each run as a reveal. Read it before you hand
it on: a note may name somebody else.`

/** The script that `medusa exec` runs with the store's container. */
export default async function exportOne({ container }: ExecArgs): Promise<void> {
  const [customer = ""] = argumentsOfCommand()
  try {
    const found = await exportCustomer(container, customer)
    writeFileSync(ANSWER, `${JSON.stringify(found, null, 2)}\n`)
  } catch (error) {
    if (!(error instanceof MedusaError)) {
      throw error
    }
    console.error(`payin-export-customer: ${error.message}`)
    process.exitCode = 1
  }
}

if (require.main === module) {
  runForCustomer({ name: "payin-export-customer", help: HELP, script: __filename, answers: true })
}
