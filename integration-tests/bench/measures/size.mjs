import { createRequire } from "node:module"
import path from "node:path"

import { Client } from "pg"

import { interleave } from "../interleave.mjs"
import { explain } from "../plan.mjs"
import { fillTables, idEnd } from "../rows.mjs"
import { now } from "../stopwatch.mjs"
import { workersQuestions } from "./workers-questions.mjs"

const AIM = 1.3
const FEW = 1000
const BATCH = 20

/**
 * What a worker and an operator ask, of tables with many rows (`ours`) beside tables with a thousand
 * (`theirs`): the plugin's own code on two databases that differ in nothing else. Everything is rolled
 * back, so that each sample meets the same rows. `whole` names the tables that PostgreSQL would read from
 * end to end for it.
 */
export async function measureSizes({ folder, few, many, rows, n, warmUp }) {
  const load = createRequire(path.join(folder, "package.json"))
  const plugin = (file) =>
    load(path.join(folder, "node_modules/medusa-plugin-payin/.medusa/server/src", file))
  const { knex } = load("@medusajs/framework/mikro-orm/knex")
  const open = async (url, size) => {
    await fillTables(url, size)
    return { pg: knex({ client: "pg", connection: url, pool: { min: 1, max: 2 } }), size, url }
  }
  const [small, large] = [await open(few, FEW), await open(many, rows)]
  const results = []
  for (const [name, question] of Object.entries(questions(plugin))) {
    const asked = typeof question === "function" ? { ask: question } : question
    const { ours, theirs } = await interleave({
      rounds: n,
      warmUp,
      ours: () => timed(large, asked),
      theirs: () => timed(small, asked),
    })
    results.push({ name, ours, theirs, aim: AIM, ...(await plansOf(large, asked)) })
  }
  await Promise.all([small.pg.destroy(), large.pg.destroy()])
  return results
}

/**
 * Name -> what is asked of a place, and what is prepared for it beforehand. `pg` is a transaction, `middle` the
 * number of the row half way down, `position` that row's.
 */
function questions(plugin) {
  return {
    ...workersQuestions(plugin),
    ...operatorsQuestions(plugin),
  }
}

function operatorsQuestions(plugin) {
  const { readCursor } = plugin("domain/row/page")
  const first = { limit: BATCH, offset: 0, after: null }
  const list = (module, method, filter) => (pg, page) => {
    const { Lists } = plugin(`modules/${module}/lists`)
    return new Lists(pg)[method]({ created: {}, ...filter }, page)
  }
  const search = (...asked) => ({
    ask: ({ pg }) => list(...asked)(pg, first),
  })
  // The page half way down, by the cursor of whoever paged there.
  const nextPage = (...asked) => ({
    prepare: async ({ pg, position }) => {
      const { next_cursor } = await list(...asked)(pg, first)
      return { ...first, after: { ...readCursor(next_cursor), ...position } }
    },
    ask: ({ pg }, page) => list(...asked)(pg, page),
  })
  return {
    "pay-ins, next page": nextPage("ledger", "transactions"),
    "rejected pay-ins, next page": nextPage("ledger", "transactions", { status: ["rejected"] }),
    "pay-ins, searched by session": search("ledger", "transactions", {
      q: `payses_bench${idEnd(500)}`,
    }),
    "notifications, next page": nextPage("inbox", "events"),
    "payouts, next page": nextPage("payouts", "payouts"),
    "rejected payouts, next page": nextPage("payouts", "payouts", { status: ["rejected"] }),
    "payouts, searched by ticket": search("payouts", "payouts", { q: `ticket-out-${idEnd(560)}` }),
    ...subscriptionQuestions(plugin, first),
    "payouts' audit, next page": nextPage("payouts", "audit"),
  }
}

function subscriptionQuestions(plugin, first) {
  const { readCursor } = plugin("domain/row/page")
  const { SubscriptionLists } = plugin("modules/subscriptions/subscription-lists")
  const ask = (pg, filter, page) => new SubscriptionLists(pg).page({ created: {}, ...filter }, page)
  const nextPage = (filter) => ({
    prepare: async ({ pg, position }) => {
      const { next_cursor } = await ask(pg, filter, first)
      return { ...first, after: { ...readCursor(next_cursor), ...position } }
    },
    ask: ({ pg }, page) => ask(pg, filter, page),
  })
  return {
    "subscriptions, next page": nextPage({}),
    "subscriptions past due, next page": nextPage({ status: ["past_due"] }),
    "subscriptions, searched by a renewal's order": {
      ask: ({ pg }) => ask(pg, { q: `order_renewed${idEnd(500)}` }, first),
    },
  }
}

async function timed(database, { prepare, ask }) {
  return inTransaction(database, async (place) => {
    const prepared = await prepare?.(place)
    const started = now()
    await ask(place, prepared)
    return now() - started
  })
}

async function plansOf({ pg, size, url }, { prepare, ask }) {
  const asked = []
  await inTransaction({ pg, size }, async (place) => {
    const prepared = await prepare?.(place)
    place.pg.on("query", (query) => asked.push(query))
    await ask(place, prepared)
  })
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await explain(
      client,
      asked.filter(({ sql }) => /payin_/.test(sql))
    )
  } finally {
    await client.end()
  }
}

async function inTransaction({ pg, size }, work) {
  const transaction = await pg.transaction()
  try {
    const middle = Math.floor(size / 2)
    const { rows } = await transaction.raw(
      `select id, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as created_at
       from payin_transaction where id = ?`,
      [`payin_bench${idEnd(middle)}`]
    )
    return await work({ pg: transaction, middle, position: { ...rows[0], passed: middle } })
  } finally {
    await transaction.rollback()
  }
}
