import { parseArgs } from "node:util"

import { PlainError } from "../demo/steps/settings.mjs"

export const HELP = `npm run bench [-- <options>]: the plugin beside Medusa itself, one run, one store

  --quick                 few samples: shows that it works, the numbers say little
  --only <names>          of boots, sales, notifications, sessions, throughput, flood, payouts, renewals,
                          csv, sizes, reconciliation
  --n <number>            samples of each side (default 60, quick 10)
  --boots <number>        boots of each side (default 7, quick 2)
  --rounds <number>       rounds of orders or payouts at once (default 5, quick 1)
  --subscriptions <number> due at once (default 10000, quick 40)
  --renewed <number>      of them in a round (default 60, quick 10)
  --rows <number>         rows of the large tables (default 1000000, quick 20000)
  --pending <number>      pay-ins to reconcile (default 10000, quick 1000; 100000 take long)
  --allowed <number>      lookups a second that the service allows meanwhile (default 200)
  --pages <number>        return pages that others keep open at most; also a quarter of them (default 600, quick 40)
  --port <number>         of Medusa (default: a free one)
  --sandbox-port <number> of the stand-in for the payment service (default: a free one)
  --database-port <number> of PostgreSQL (default: a free one)
  --help                  this text`

const FULL = {
  ...{ n: 60, boots: 7, warmUp: 10, rounds: 5 },
  ...{ subscriptions: 10_000, renewed: 60, rows: 1_000_000, pending: 10_000 },
  pages: 600,
}
const QUICK = {
  ...{ n: 10, boots: 2, warmUp: 2, rounds: 1 },
  ...{ subscriptions: 40, renewed: 10, rows: 20_000, pending: 1000 },
  pages: 40,
}

const MEASURES = [
  "boots",
  "sales",
  "notifications",
  "sessions",
  "throughput",
  "flood",
  "payouts",
  "renewals",
  "csv",
  "sizes",
  "reconciliation",
]

/** What the command line asks for; `null` in place of a port means a free one. */
export function readSettings(args) {
  const { values } = parse(args)
  const usual = values.quick ? QUICK : FULL
  return {
    help: values.help,
    quick: values.quick,
    n: number(values, "n", 1, 100_000) ?? usual.n,
    boots: number(values, "boots", 1, 1_000) ?? usual.boots,
    rounds: number(values, "rounds", 1, 1_000) ?? usual.rounds,
    subscriptions: number(values, "subscriptions", 1, 1_000_000) ?? usual.subscriptions,
    renewed: number(values, "renewed", 1, 10_000) ?? usual.renewed,
    rows: number(values, "rows", 1000, 10_000_000) ?? usual.rows,
    pages: number(values, "pages", 4, 1_000) ?? usual.pages,
    pending: number(values, "pending", 10, 1_000_000) ?? usual.pending,
    allowed: number(values, "allowed", 1, 100_000) ?? 200,
    only: chosen(values.only),
    warmUp: usual.warmUp,
    ports: {
      medusa: number(values, "port", 1, 65_535),
      sandbox: number(values, "sandbox-port", 1, 65_535),
      database: number(values, "database-port", 1, 65_535),
    },
  }
}

function parse(args) {
  const text = { type: "string" }
  const flag = { type: "boolean", default: false }
  try {
    return parseArgs({
      args,
      options: {
        quick: flag,
        help: flag,
        only: text,
        n: text,
        boots: text,
        rounds: text,
        subscriptions: text,
        renewed: text,
        rows: text,
        pending: text,
        pages: text,
        allowed: text,
        port: text,
        "sandbox-port": text,
        "database-port": text,
      },
    })
  } catch (error) {
    throw new PlainError(`${error.message}\n\n${HELP}`)
  }
}

function chosen(list) {
  const names = list === undefined ? MEASURES : list.split(",")
  const unknown = names.find((name) => !MEASURES.includes(name))
  if (unknown === undefined) return names
  throw new PlainError(`--only knows no "${unknown}"; it is some of ${MEASURES.join(",")}`)
}

function number(values, name, min, max) {
  const text = values[name]
  if (text === undefined) return null
  const value = Number(text)
  if (Number.isInteger(value) && value >= min && value <= max) return value
  throw new PlainError(`--${name} must be a whole number from ${min} to ${max}, not "${text}"`)
}
