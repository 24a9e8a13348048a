import { interleave } from "../interleave.mjs"
import { MEDUSAS, OURS } from "../shopper.mjs"

/** A payment session for a fresh cart, ours with the time the sandbox itself took taken away. */
export async function measureSessions({ shopper, service, n, warmUp }) {
  const { ours, theirs } = await interleave({
    rounds: n,
    warmUp,
    ours: async () => {
      const { ms } = await shopper.chooseProvider(await shopper.fillCart(), OURS)
      return { ms, create: await service.spent("create") }
    },
    theirs: async () => (await shopper.chooseProvider(await shopper.fillCart(), MEDUSAS)).ms,
  })
  return {
    rows: [
      {
        name: "session created, without the sandbox's own time",
        ours: ours.map(({ ms, create }) => ms - create),
        theirs,
        aim: 1.5,
      },
      { name: "  ... with it", ours: ours.map(({ ms }) => ms), theirs },
    ],
    creations: ours.map(({ create }) => create),
  }
}
