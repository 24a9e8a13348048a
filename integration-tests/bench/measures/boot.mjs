import { interleave } from "../interleave.mjs"

/** `medusa start` until `/health` answers, with the plugin and without, by turns. */
export async function measureBoots({ medusa, n }) {
  const boot = (plugin) => async () => {
    const ms = await medusa.boot({ BENCH_PLUGIN: plugin })
    await medusa.stop()
    return ms
  }
  const { ours, theirs } = await interleave({ rounds: n, ours: boot("on"), theirs: boot("off") })
  return { name: "boot, start to /health", ours, theirs, aim: 300 }
}
