#!/usr/bin/env node
import { writeFileSync } from "node:fs"
import type { ExecArgs } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { exportCustomer } from "../workflows/export"
import { ANSWER, argumentsOfCommand, runInStore } from "./in-store"

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

async function main(): Promise<void> {
  const args = process.argv.slice(2)
  if (args.some((arg) => ["-h", "--help"].includes(arg))) {
    console.log(HELP)
    return
  }
  const [customer] = args
  if (customer === undefined || args.length > 1 || customer.startsWith("-")) {
    throw new Error("name one customer, by id or e-mail address (see --help)")
  }
  process.exitCode = await runInStore(__filename, [customer], { answers: true })
}

if (require.main === module) {
  main().catch((error: unknown) => {
    console.error(
      `payin-export-customer: ${error instanceof Error ? error.message : String(error)}`
    )
    process.exitCode = 1
  })
}
