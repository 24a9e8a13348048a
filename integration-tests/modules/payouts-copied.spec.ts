import { SeededRandom } from "../faults/seeded-random"
import { CopiedPayouts } from "../support/modules/copied-payouts"
import { rawOptions, withModules } from "../support/modules/modules"
import { PAYOUT_OPTIONS } from "../support/modules/payout-options"

/** COPY_SEED and COPY_RUNS: other ones, and more of them. */
const SEED = Number(process.env.COPY_SEED ?? 1)
const RUNS = Number(process.env.COPY_RUNS ?? 6)
const SEEDS = Array.from({ length: RUNS }, (_, n) => SEED + n)

withModules("a database that is copied while its store pays", PAYOUT_OPTIONS, (modules) => {
  it.each(SEEDS)(
    "pays each payout once over both, and nothing from the copy until somebody takes over: seed %s",
    async (seed) => {
      const options = rawOptions(modules.proxy.url, PAYOUT_OPTIONS)
      const episode = new CopiedPayouts(modules, options, new SeededRandom(seed))
      await episode.play()
      if (episode.violations.length > 0) {
        throw new Error([...episode.violations, "", ...episode.told].join("\n"))
      }
    }
  )
})
