import path from "node:path"
import { startPostgres } from "../support/postgres/index.mjs"
import { newClient } from "../support/postgres/postmaster.mjs"

/** How the demo's database is reached, which already serves this folder. */
export async function demoDatabase(data, port) {
  const { url } = await startPostgres({ dataDir: path.join(data, "postgres"), port: Number(port) })
  const { password } = new URL(url("demo"))
  return { port: Number(port), password, database: "demo", url }
}

/** An empty one on the same server. Answers its address. */
export async function newDatabase({ database }, name) {
  await query({ database }, `create database ${name}`)
  return database.url(name)
}

/** From now on the database looks like a copy of the one from which money left before. */
export function looksCopied(stack) {
  return query(stack, "update payin_installation set database = '1'")
}

/** Thirty days went by since the address of an order was made. */
export function addressIsOver(stack, orderId) {
  return query(
    stack,
    "update payin_pay_again set expires_at = now() - interval '1 second' where order_id = $1",
    [orderId]
  )
}

/** The store never got a list of banks. */
export function forgetBanks(stack) {
  return query(stack, "delete from payin_bank_list")
}

async function query({ database }, sql, values = []) {
  const client = newClient(database)
  await client.connect()
  try {
    await client.query(sql, values)
  } finally {
    await client.end()
  }
}
