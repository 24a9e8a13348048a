/** Anything that makes a raw SQL fragment: a knex instance or one of its transactions. */
interface SqlSource<Fragment> {
  raw(sql: string, bindings: readonly (string | number)[]): Fragment
}

/**
 * Milliseconds that our clock runs ahead, for tests that move time. Refused in production, because a
 * shifted clock ends the leases of living instances.
 */
export function clockOffsetMs(environment: NodeJS.ProcessEnv = process.env): number {
  return testMilliseconds("PAYIN_CLOCK_OFFSET_MS", environment) ?? 0
}

/** How often a job of ours runs; tests that move time shorten it. Refused in production. */
export function jobIntervalMs(usual: number, environment: NodeJS.ProcessEnv = process.env): number {
  return testMilliseconds("PAYIN_JOB_INTERVAL_MS", environment) ?? usual
}

function testMilliseconds(name: string, environment: NodeJS.ProcessEnv): number | null {
  const text = environment[name]
  if (text === undefined || text === "" || text === "0") {
    return null
  }
  if (environment.NODE_ENV === "production") {
    throw new Error(`medusa-plugin-payin: ${name} exists for tests only: remove it in production.`)
  }
  const milliseconds = Number(text)
  if (!Number.isSafeInteger(milliseconds)) {
    throw new Error(`medusa-plugin-payin: ${name} must be whole milliseconds.`)
  }
  return milliseconds
}

/**
 * The database's clock plus the tests' offset, `plusSeconds` from now: the only clock that due times and
 * leases know, because the clocks of two instances differ.
 */
export function databaseNow<Fragment>(sql: SqlSource<Fragment>, plusSeconds = 0): Fragment {
  return sql.raw("(now() + ? * interval '1 millisecond')", [clockOffsetMs() + plusSeconds * 1000])
}
