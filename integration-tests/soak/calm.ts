import { AT_LEAST_MS, isOpen, STEPS } from "../faults/calm"
import type { SeededRandom } from "../faults/seeded-random"
import type { Journal } from "../faults/journal"
import type { PayoutBank } from "../faults/payout-bank"
import { JobScheduler } from "../faults/job-scheduler"
import type { World } from "../faults/world"

const MINUTE_MS = 60_000
/** Only ends what is due for ever. A long life leaves more due than one round of jobs claims. */
const ROUNDS = 500

/**
 * Nothing fails any more, and time goes on past every schedule of the plugin until nothing is left to do, as
 * in npm run faults; but each step waits until all that it brought due is done.
 */
export async function comeToRest(
  world: World,
  {
    payoutBank,
    random,
    journal,
  }: { payoutBank: PayoutBank; random: SeededRandom; journal: Journal }
): Promise<void> {
  const { sandbox } = world
  await Promise.all(world.sides.map((side) => side.whenBack()))
  // From here on each step of time waits until all that it brought due is done: nobody else begins anything.
  await world.tell("jobs", { rest: "yes" })
  const jobScheduler = new JobScheduler(world, random.of("job-scheduler"))
  payoutBank.close(random.of("close"))
  await world.rest()
  let passed = 0
  for (const step of STEPS) {
    await world.advance(step)
    passed += step
    await sandbox.idle()
    await workOff(world, jobScheduler, journal)
    if (passed >= AT_LEAST_MS && !(await isOpen(world))) {
      break
    }
  }
  journal.note("clock", `${Math.round(passed / MINUTE_MS)} minutes of calm`)
}

async function workOff(world: World, jobScheduler: JobScheduler, journal: Journal): Promise<void> {
  let round = 0
  do {
    const { failed } = await jobScheduler.round()
    failed.forEach((message) => journal.note("jobs", message))
    await world.rest()
  } while (++round < ROUNDS && (await jobScheduler.isDue()))
}
