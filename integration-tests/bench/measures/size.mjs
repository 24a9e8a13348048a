import { createRequire } from "node:module"
import path from "node:path"

import { Client } from "pg"

import { interleave } from "../interleave.mjs"
import { explain } from "../plan.mjs"
import { fillTables } from "../rows.mjs"
import { now } from "../stopwatch.mjs"

const AIM = 1.3
const FEW = 1000
const BATCH = 20
const ANY_TIME = { created: {} }

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
  for (const [name, ask] of Object.entries(questions(plugin))) {
    const { ours, theirs } = await interleave({
      rounds: n,
      warmUp,
      ours: () => timed(large, ask),
      theirs: () => timed(small, ask),
    })
    results.push({ name, ours, theirs, aim: AIM, ...(await plansOf(large, ask)) })
  }
  await Promise.all([small.pg.destroy(), large.pg.destroy()])
  return results
}

/**
 * Name -> what is asked: `prepare(place)` answers what is timed. Of `place`, `pg` is a transaction, `middle` the
 * number of the row half way down.
 */
function questions(plugin) {
  return {
    ...workersQuestions(plugin),
    ...payoutWorkersQuestions(plugin),
    ...operatorsQuestions(plugin),
  }
}

function workersQuestions(plugin) {
  const { Application } = plugin("modules/ledger/application")
  const { Endings } = plugin("modules/ledger/endings")
  const { Lookups } = plugin("modules/ledger/lookups")
  const { Sessions } = plugin("modules/ledger/sessions")
  const { Transactions } = plugin("modules/ledger/transactions")
  const { Events } = plugin("modules/inbox/events")
  const told = () => Promise.resolve()
  const quiet = { moved: told, lapsed: told }
  const transactions = (pg) => new Transactions(pg, new Sessions(pg), quiet)
  const lookups = (pg) => new Lookups(pg, quiet)
  return {
    "claim of approved pay-ins": ({ pg }) => new Application(pg).claim(BATCH),
    "claim of due lookups": ({ pg }) => lookups(pg).claim("co", BATCH),
    "claim of lapsed links": ({ pg }) => lookups(pg).lapse(BATCH),
    "search for forgotten lookups": ({ pg }) => lookups(pg).wakeForgotten(BATCH),
    "claim of ended links": ({ pg }) => new Endings(pg).claim({ limit: BATCH }),
    "claim of unannounced orders": ({ pg }) => new Application(pg).claimUnplaced(BATCH),
    "claim of due notifications": ({ pg }) => new Events(pg).claimDue(BATCH),
    "sweep of released links": ({ pg }) => transactions(pg).supersedeReleased(),
    "pay-in of a notification": ({ pg, middle }) =>
      transactions(pg).findByReference(`pin_bench${middle}`),
    "notification stored": ({ pg, middle }) => new Events(pg).store(notification(middle)),
  }
}

function payoutWorkersQuestions(plugin) {
  const { Attempts } = plugin("modules/payouts/attempts")
  const { Payouts } = plugin("modules/payouts/payouts")
  const { Releases } = plugin("modules/payouts/releases")
  const { Submissions } = plugin("modules/payouts/submissions")
  return {
    "claim of payouts to send": ({ pg }) => new Submissions(pg).claim("co", BATCH),
    "payouts under way": ({ pg }) => new Submissions(pg).underWay("co"),
    "claim of payout lookups": ({ pg }) => new Attempts(pg).claimLookups("co", BATCH),
    "claim of held payouts": ({ pg }) => new Releases(pg).claim(BATCH),
    "payouts of a pay-in": ({ pg, middle }) => new Payouts(pg).ofTransaction(`payin_bench${middle}`),
    "attempt of a notification": ({ pg, middle }) =>
      new Attempts(pg).findByReference(`out_bench${middle}`),
  }
}

function operatorsQuestions(plugin) {
  const { Lists: LedgerLists } = plugin("modules/ledger/lists")
  const { Lists: InboxLists } = plugin("modules/inbox/lists")
  const { Lists: PayoutLists } = plugin("modules/payouts/lists")
  const { readCursor } = plugin("domain/page")
  const first = { limit: BATCH, offset: 0, after: null }
  const found = (pg, list, filter) => list(pg)({ ...ANY_TIME, ...filter }, first)
  /** A page half way down, by the cursor of a client that paged there. */
  const next = (list, filter) => async (place) => { }
  return {
  }
}

function notification(middle) {
  return {
    source: "ipn",
    type: "APPROVED",
    reference: `pin_bench${middle}`,
    transaction_id: `payin_bench${middle}`,
    account: "co",
    raw: Buffer.from("bench"),
    payload: { top_status: "APPROVED" },
    signature: "valid",
    ignored: null,
  }
}

async function timed({ pg, size }, ask) {
  return inTransaction({ pg, size }, async (place) => {
    const started = now()
    await ask(place)
    return now() - started
  })
}

async function plansOf({ pg, size, url }, ask) {
  const asked = []
  await inTransaction({ pg, size }, async (place) => {
    place.pg.on("query", (query) => asked.push(query))
    await ask(place)
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
      [`payin_bench${middle}`]
    )
    return await work({ pg: transaction, middle, position: { ...rows[0], passed: middle } })
  } finally {
    await transaction.rollback()
  }
}
