/** What a driver is given: where it says what has to be stopped, and whether somebody wants it to end. */
export interface Lifetime {
  /** Takes what has to be stopped; the last that was started is stopped first. */
  ends(stop: () => Promise<unknown>): void
  interrupted(): boolean
}

/**
 * Runs a driver to its end and leaves with its exit code; what it started is stopped, also when it fails or
 * somebody presses Ctrl-C.
 */
export function runToEnd(main: (lifetime: Lifetime) => Promise<number>): void {
  const stops: (() => Promise<unknown>)[] = []
  let stopping: Promise<void> | null = null
  let interrupted = false
  const stop = () => {
    stopping ??= (async () => {
      for (let end = stops.pop(); end; end = stops.pop()) {
        await end().catch((error: unknown) => console.error(error))
      }
    })()
    return stopping
  }
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.once(signal, () => {
      interrupted = true
      void stop().then(() => process.exit(1))
    })
  }
  main({ ends: (end) => void stops.push(end), interrupted: () => interrupted })
    .finally(stop)
    .then(
      (code) => process.exit(code),
      (error: unknown) => {
        console.error(interrupted ? "ended" : error)
        process.exit(1)
      }
    )
}
