import { parseArgs } from "node:util"

import { PlainError } from "../demo/steps/settings.mjs"

export const HELP = `npm run bench:peers [-- <options>]: this plugin, Medusa's own Stripe provider and its
system default on one store, one database, one run

  --only <names>            of boots, sessions, completions, notifications, rates, copies, memory, packages;
                            separated by commas
  --sides <names>           of payin, stripe, floor (system default), separated by commas: whose memory is measured
  --quick                   few samples: shows that it works, the numbers say little
  --n <number>              sessions and completions of each side (default 200, quick 3)
  --notifications <number>  of each side (default 100, quick 3): Medusa holds each of Stripe's back for 5 seconds
  --orders <number>         orders of each rate (default 96, quick 8)
  --alone <number>          orders of the rate with one in flight (default 20, quick 2)
  --boots <number>          boots of each side (default 10, quick 2)
  --memory <number>         orders before memory is read (default 500, quick 20); on two idle cores 300 orders of a side
                            take about a minute, so 10000 some 30 to 40 minutes: --only memory --memory 10000
  --help                    this text`

const MEASURES = [
  ...["boots", "sessions", "completions", "notifications", "rates", "copies", "memory"],
  "packages",
]
const SIDES = ["payin", "stripe", "floor"]

const FULL = { n: 200, notifications: 100, orders: 96, alone: 20, boots: 10, memory: 500 }
const QUICK = { n: 3, notifications: 3, orders: 8, alone: 2, boots: 2, memory: 20 }

/** What the command line asks for. */
export function readSettings(args) {
  const values = parse(args)
  const usual = values.quick ? QUICK : FULL
  const chosen = Object.entries(usual).map(([name, otherwise]) => [
    name,
    values[name] === undefined ? otherwise : count(name, values[name]),
  ])
  return {
    help: values.help,
    quick: values.quick,
    only: someOf("only", MEASURES, values.only),
    sides: someOf("sides", SIDES, values.sides),
    ...Object.fromEntries(chosen),
  }
}

function parse(args) {
  const text = { type: "string" }
  const flag = { type: "boolean", default: false }
  const numbers = Object.fromEntries(Object.keys(FULL).map((name) => [name, text]))
  const options = { quick: flag, help: flag, only: text, sides: text, ...numbers }
  try {
    return parseArgs({ args, options }).values
  } catch (error) {
    throw new PlainError(`${error.message}\n\n${HELP}`)
  }
}

/** All of them when none is named. */
function someOf(name, known, text) {
  const named = text === undefined ? known : text.split(",").map((one) => one.trim())
  const unknown = named.find((one) => !known.includes(one))
  if (unknown === undefined) return named
  throw new PlainError(`--${name} knows no "${unknown}"; it is some of ${known.join(",")}`)
}

function count(name, text) {
  const value = Number(text)
  if (Number.isInteger(value) && value > 0 && value <= 100_000) return value
  throw new PlainError(`--${name} must be a whole number from 1 to 100000, not "${text}"`)
}
