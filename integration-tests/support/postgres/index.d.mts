export interface PostgresServer {
  host: "localhost"
  port: number
  /** For who is at home on this machine; null where the path of the server's folder is too long for one. */
  socket: string | null
  user: string
  password: string
  /** Where the data really stands; under /var/tmp when the server's account cannot reach the wanted folder. */
  dataDir: string
  pid: number
  /** Whether the server ran already. */
  reused: boolean
  url(database: string): string
  /** Makes the database unless it is there. Answers whether it was made. */
  createDatabase(name: string): Promise<boolean>
  /** `copyTo`: an existing folder that a copy of the data is left in. */
  stop(options?: { copyTo?: string }): Promise<void>
}

export interface PostgresOptions {
  /** Absent: a throwaway folder that `stop()` removes. */
  dataDir?: string | undefined
  /** A data folder that nobody serves, whose content a new one begins with; absent: nothing. */
  from?: string
  /** Absent: a free one. */
  port?: number
  /** False for tests: nothing is forced to disk. */
  durable: boolean
  /** 300 unless told. */
  maxConnections?: number
}

export function startPostgres(options: PostgresOptions): Promise<PostgresServer>
