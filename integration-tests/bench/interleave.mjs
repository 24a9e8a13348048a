import { dim } from "../demo/steps/progress.mjs"

/**
 * Measures ours and theirs by turns, so that whatever else the machine does meets both; who goes first
 * changes from round to round. The first `warmUp` rounds are not counted. `ours` and `theirs` measure
 * once and answer one sample; the result is `{ ours, theirs }`, a list of samples each.
 */
export async function interleave({ rounds, warmUp = 0, ours, theirs }) {
  const samples = { ours: [], theirs: [] }
  for (let round = -warmUp; round < rounds; round++) {
    const turns = Object.entries({ ours, theirs })
    if (round % 2 !== 0) turns.reverse()
    showRound(round + warmUp, rounds + warmUp)
    for (const [side, measure] of turns) {
      const sample = await measure()
      if (round >= 0) samples[side].push(sample)
    }
  }
  return samples
}

// The step's line stands on the terminal already, and its last line replaces all of it.
function showRound(done, all) {
  if (process.stdout.isTTY !== true) return
  process.stdout.write(`\u001b[s ${dim(`${done} of ${all}`)}\u001b[K\u001b[u`)
}
