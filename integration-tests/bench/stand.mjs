import { hush, red, say, dim } from "../demo/steps/progress.mjs"
import { PlainError } from "../demo/steps/settings.mjs"

/** Runs a benchmark to its end, or to Ctrl-C: whatever it began is stopped by `shutdown` first. */
export function stand(main, shutdown) {
  const fail = async (error) => {
    if (shutdown.isRunning) return
    const text = error instanceof PlainError ? error.message : (error.stack ?? String(error))
    console.error(`\n  ${red(text)}`)
    await shutdown.run()
    process.exit(1)
  }
  shutdown.onSignal(
    () => {
      hush()
      say(`\n  ${dim("Stopping …")}`)
    },
    () => 130
  )
  main()
    .then(() => shutdown.run())
    .then(() => process.exit(0))
    .catch(fail)
}
