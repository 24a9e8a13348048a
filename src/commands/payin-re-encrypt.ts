#!/usr/bin/env node
import type { ExecArgs } from "@medusajs/framework/types"
import { resealAll, type TableResealed } from "../workflows/reseal"
import { runInStore } from "./in-store"

const HELP = `payin-re-encrypt: encrypts stored personal data again, with the first key of option encryptionKey

Usage: npx -p medusa-plugin-payin payin-re-encrypt

  -h, --help   this text

Run it in the folder your store is started from, with its environment.

How to change the key, without a moment in which something cannot be read:
  1. append the new key to encryptionKey ("old,new") and restart every process;
  2. put it in front ("new,old") and restart every process;
  3. run this, until it says that no row needs an earlier key;
  4. take the old key out, and restart.

It works in batches beside the running store, and may be run again at any time.
The exit code is 0 when no row needs an earlier key any more.`

/** The script that `medusa exec` runs with the store's container. */
export default async function reEncrypt({ container }: ExecArgs): Promise<void> {
  const results = await resealAll(container, (result) => console.log(lineOf(result)))
  const left = results.flatMap(({ waiting }) => Object.entries(waiting))
  if (left.length === 0) {
    console.log("No row needs an earlier key any more: encryptionKey may be its first key alone.")
    return
  }
  const rows = left.reduce((sum, [, count]) => sum + count, 0)
  const keys = [...new Set(left.map(([key]) => key))]
  console.log(
    `${rows} row(s) still need another key (key id ${keys.join(", ")}): keep it in encryptionKey, and run this again.`
  )
  process.exitCode = 1
}

function lineOf({ table, resealed, unreadable, waiting }: TableResealed): string {
  const left = Object.values(waiting).reduce((sum, rows) => sum + rows, 0)
  const closed = unreadable.map(({ id, code }) => `\n  ${id} cannot be opened (${code})`)
  return `${table}: ${resealed} sealed anew, ${left} still need an earlier key${closed.join("")}`
}

async function main(): Promise<void> {
  const args = process.argv.slice(2)
  if (args.some((arg) => ["-h", "--help"].includes(arg))) {
    console.log(HELP)
  } else if (args.length > 0) {
    throw new Error(`"${args[0]}" is not known (see --help)`)
  } else {
    process.exitCode = await runInStore(__filename, [])
  }
}

if (require.main === module) {
  main().catch((error: unknown) => {
    console.error(`payin-re-encrypt: ${error instanceof Error ? error.message : String(error)}`)
    process.exitCode = 1
  })
}
