import { Connection } from "pg"

declare module "pg" {
  interface Connection {
    /** To a port of a host, or to a socket by its path; `@types/pg` leaves it out. */
    connect(port: number | string, host?: string): void
  }
}

/**
 * Queries reach the server of the tests by its socket, not over TCP: there and back costs half the
 * time, and a test asks some two thousand. The address stays what it is, because Medusa's test
 * runner knows no other kind.
 */
const { connect } = Connection.prototype
Connection.prototype.connect = function (port, host) {
  const { DB_PORT, DB_SOCKET } = process.env
  if (host === "localhost" && String(port) === DB_PORT && DB_SOCKET) {
    connect.call(this, DB_SOCKET)
  } else {
    connect.call(this, port, host)
  }
}
