#!/usr/bin/env node
import type { ExecArgs } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { forgetCustomer } from "../workflows/forget"
import { argumentsOfCommand, runForCustomer } from "./in-store"

const HELP = `payin-forget-customer: erases what the plugin keeps of a customer

Usage: npx -p medusa-plugin-payin payin-forget-customer <customer id or e-mail address>

  -h, --help   this text

Run it in the folder your store is started from, with its environment.

Erased in all tables of the plugin: documents, names, addresses, telephone numbers, accounts, card digits, and
which customer it was. Kept: amounts, references, states, order ids, the notes that operators typed, and what
operators paid the same person as a supplier (payouts made by hand or by file, beneficiaries).
It refuses, and says why, while money of this customer is under way. What Medusa itself keeps (customer,
addresses, orders) you remove in Medusa, afterwards: this finds a customer's payments by what is there.`

/** The script that `medusa exec` runs with the store's container. */
export default async function forget({ container }: ExecArgs): Promise<void> {
  const [customer = ""] = argumentsOfCommand()
  try {
    const { customer_ids, ...rows } = await forgetCustomer(container, customer)
    const counts = Object.entries(rows).map(([what, count]) => `${what} ${count}`)
    console.log(`Forgotten: ${customer_ids.join(", ")} (${counts.join(", ")}).`)
  } catch (error) {
    if (!(error instanceof MedusaError)) {
      throw error
    }
    console.error(`payin-forget-customer: ${error.message}`)
    process.exitCode = 1
  }
}

if (require.main === module) {
  runForCustomer({ name: "payin-forget-customer", help: HELP, script: __filename })
}
