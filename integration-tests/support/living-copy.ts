import { knex, type Knex } from "@medusajs/framework/mikro-orm/knex"

/**
 * Copies a database in which a store lives. PostgreSQL copies only a database to which nobody is
 * connected; the store loses its connections for a moment, and connects anew.
 *
 * @param server connected to another database of the same server
 */
export async function copyLiving(server: Knex, from: string, to: string): Promise<void> {
  await cutOff(server, from)
  try {
    await server.raw("create database ?? template ??", [to, from])
  } finally {
    await server.raw("alter database ?? allow_connections true", [from])
  }
}

/** Nothing is written any more, and nobody gets in: as if every process of the store had died. */
export async function cutOff(server: Knex, name: string): Promise<void> {
  await server.raw("alter database ?? allow_connections false", [name])
  await server("pg_stat_activity")
    .where({ datname: name })
    .select(server.raw("pg_terminate_backend(pid, 2000)"))
}

/** A log of knex that does not tell of a connection which a test took away. */
export const KNOWING_OF_CUTS = {
  warn(message: unknown): void {
    if (!/ended unexpectedly|terminating connection|ECONNRESET/.test(String(message))) {
      console.warn(message)
    }
  },
}

/** Works with one connection, which an advisory lock belongs to and ends with. */
export async function onServer<Result>(
  url: string,
  work: (server: Knex) => PromiseLike<Result>
): Promise<Result> {
  const server = knex({ client: "pg", connection: url, pool: { min: 0, max: 1 } })
  try {
    return await work(server)
  } finally {
    await server.destroy()
  }
}
