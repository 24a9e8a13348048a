import { startPostgres } from "../postgres/index.mjs"
import { quietMedusa } from "../quiet-medusa.mjs"

/** One server for all spec files of a run; Medusa's test runner makes a database for each of them. */
export default async function startPostgresForTests() {
  // A shop of the developer's own must not be what the tests boot on, migrate or write to.
  for (const name of ["PORT", "DATABASE_URL", "REDIS_URL"]) delete process.env[name]

  const server = await startPostgres({ durable: false })
  globalThis.payinPostgres = server
  Object.assign(process.env, quietMedusa(), {
    // Under "test" Medusa leaves out its log of requests, whose addresses the log search has to see.
    NODE_ENV: "integration",
    DB_HOST: server.host,
    DB_SOCKET: server.socket ?? "",
    DB_PORT: String(server.port),
    DB_USERNAME: server.user,
    DB_PASSWORD: server.password,
  })
}
