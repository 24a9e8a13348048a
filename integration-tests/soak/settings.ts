import { parseArgs } from "node:util"
import { whole } from "../faults/settings"

export const HELP = `npm run soak -- [options]

  --minutes M   how long the store lives (60)
  --rate R      sales begun in a minute (30)
  --sales N     instead of both: so many sales, the next as one is over, however long that takes
  --seed S      of the random choices; timing still differs from run to run (random)
  --log FILE    where the whole output of the Medusa processes is kept

Each minute prints what was begun and done in it, then of each process: its memory in MB (RSS; heap, after
a collection of garbage), what keeps it awake (handles), its open files and sockets, and the 99th
percentile of its event loop's delay in ms. "open" are the rows that the plugin is not done with.

Needs redis-server and redis-cli. Ends with 1 where the books are wrong, or the log tells a secret.
`

export interface Settings {
  minutes: number
  rate: number
  /** Null: as many as the minutes hold at that rate. */
  sales: number | null
  seed: number
  log: string | null
  help: boolean
}

/** @throws Error in one line for a person */
export function readSettings(args: readonly string[]): Settings {
  const { values } = parseArgs({
    args: [...args],
    options: {
      minutes: { type: "string", default: "60" },
      rate: { type: "string", default: "30" },
      sales: { type: "string" },
      seed: { type: "string", default: String(Math.floor(Math.random() * 1_000_000)) },
      log: { type: "string" },
      help: { type: "boolean", default: false },
    },
  })
  return {
    minutes: atLeastOne("minutes", values.minutes),
    rate: atLeastOne("rate", values.rate),
    sales: values.sales === undefined ? null : atLeastOne("sales", values.sales),
    seed: whole("seed", values.seed),
    log: values.log ?? null,
    help: values.help,
  }
}

function atLeastOne(name: string, text: string): number {
  const number = whole(name, text)
  if (number === 0) {
    throw new Error(`--${name} must be at least 1`)
  }
  return number
}
