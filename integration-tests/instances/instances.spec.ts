import { redisMissing } from "../support/redis"
import { inMemoryLocking } from "./in-memory-locking"
import { postgresLocking } from "./postgres-locking"
import { redis } from "./redis"
import { World } from "./world"

// Only ends what hangs: processes are started, killed and started again in the middle of these.
jest.setTimeout(30 * 60_000)

const world = new World()

beforeAll(() => world.prepare())
afterAll(() => world.end())

postgresLocking(world)
inMemoryLocking(world)

// Chosen when the file is loaded: what cannot run on a person's machine is neither a passed nor a failed test, and a
// failed one where everything is to be tried.
const missing = redisMissing()
if (missing === null || process.env.CI === "true") {
  redis(world)
} else {
  console.warn(`left out: two instances with Redis (${missing}; apt-get install redis-server)`)
}
