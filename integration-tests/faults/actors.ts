import { Bank } from "./bank"
import type { SeededRandom } from "./seeded-random"
import { Journal } from "./journal"
import { JobScheduler } from "./job-scheduler"
import { CrashInjector } from "./crash-injector"
import type { World } from "./world"

/** Who and what a schedule is played with. */
export interface Actors {
  random: SeededRandom
  journal: Journal
  bank: Bank
  crashInjector: CrashInjector
  jobScheduler: JobScheduler
}

/** The actors of one schedule, each with chances of their own. */
export function actorsOf(world: World, random: SeededRandom): Actors {
  const journal = new Journal()
  return {
    random,
    journal,
    bank: new Bank(world.sandbox, journal),
    crashInjector: new CrashInjector(world, random.of("crash-injector"), journal),
    jobScheduler: new JobScheduler(world, random.of("job-scheduler")),
  }
}
