import { parseArgs } from "node:util"

export const HELP = `npm run faults -- [options]

  --schedules N   how many random schedules (200)
  --seed S        the seed of the first; the next ones count on (random)
  --minutes M     begin no schedule after so many minutes, however many are left: for a person
  --worlds W      stores that run schedules side by side (1): each takes every W-th seed
  --redis R       so many of them, the last ones, lock with Redis, the others with PostgreSQL (0)
  --cards         sales by card alone
  --log FILE      where the whole output of the Medusa processes is kept
  --verbose       tell what was done in every schedule
`

export interface Settings {
  schedules: number
  seed: number
  minutes: number | null
  worlds: number
  redis: number
  cards: boolean
  log: string | null
  verbose: boolean
  help: boolean
}

/** @throws Error in one line for a person */
export function readSettings(args: readonly string[]): Settings {
  const { values } = parseArgs({
    args: [...args],
    options: {
      schedules: { type: "string", default: "200" },
      seed: { type: "string", default: String(Math.floor(Math.random() * 1_000_000)) },
      minutes: { type: "string" },
      worlds: { type: "string", default: "1" },
      redis: { type: "string", default: "0" },
      cards: { type: "boolean", default: false },
      log: { type: "string" },
      verbose: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  })
  return {
    schedules: whole("schedules", values.schedules),
    seed: whole("seed", values.seed),
    minutes: values.minutes === undefined ? null : whole("minutes", values.minutes),
    worlds: whole("worlds", values.worlds),
    redis: whole("redis", values.redis),
    cards: values.cards,
    log: values.log ?? null,
    verbose: values.verbose,
    help: values.help,
  }
}

/** @throws Error in one line for a person */
export function whole(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) {
    throw new Error(`--${name} must be a whole number, not "${text}"`)
  }
  return Number(text)
}
