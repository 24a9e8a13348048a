import pg from "pg"

import { PlainError } from "../demo/steps/settings.mjs"
import { now } from "./stopwatch.mjs"

const WAIT_MS = 30_000
const CHANNEL = "bench"

// PostgreSQL itself tells when a row is committed: nobody polls beside the measured process. Only our
// side writes these rows, so what the triggers cost is at our expense.
const TRIGGERS = `
  create table bench_row (id text primary key, body jsonb not null,
    created_at timestamptz not null default now());

  create function bench_captured() returns trigger language plpgsql as $$ begin
    perform pg_notify('${CHANNEL}', 'captured ' ||
      (select cart_id from order_cart where order_id = new.order_id limit 1));
    return null; end $$;
  create trigger bench_captured after insert on order_transaction for each row
    when (new.reference = 'capture') execute function bench_captured();

  create function bench_told() returns trigger language plpgsql as $$ begin
    perform pg_notify('${CHANNEL}', tg_argv[0] || ' ' || new.reference);
    return null; end $$;
  create trigger bench_settled after update on payin_transaction for each row
    when (old.settled_at is null and new.settled_at is not null)
    execute function bench_told('settled');
  create trigger bench_placed after update on payin_transaction for each row
    when (old.placed_seen_at is null and new.placed_seen_at is not null)
    execute function bench_told('placed');
  create trigger bench_processed after update on payin_event for each row
    when (old.status = 'received' and new.status <> 'received')
    execute function bench_told('processed');`

/** Sees in the database what the store has done, at the moment it was committed. */
export class Witness {
  #client
  #waiting = new Map()

  constructor(databaseUrl) {
    this.#client = new pg.Client({ connectionString: databaseUrl })
    this.#client.on("error", () => {})
    this.#client.on("notification", ({ payload }) => {
      const at = now()
      this.#waiting.get(payload)?.(at)
      this.#waiting.delete(payload)
    })
  }

  /** Answers PostgreSQL's version. */
  async start() {
    await this.#client.connect()
    await this.#client.query(TRIGGERS)
    await this.#client.query(`listen ${CHANNEL}`)
    const { rows } = await this.#client.query("show server_version")
    return rows[0].server_version
  }

  /**
   * Resolves with the time (stopwatch.mjs) of the next commit of this kind: `captured` of a cart (its
   * order exists and has the capture's order transaction, the last row that core writes), `settled`
   * and `placed` of a pay-in's reference, `processed` of a notification of that reference. Ask before
   * what leads to it is begun.
   */
  sees(kind, subject) {
    const name = `${kind} ${subject}`
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        this.#waiting.delete(name)
        reject(new PlainError(`Nothing was ${kind} for ${subject} in ${WAIT_MS / 1000} s`))
      }, WAIT_MS)
      this.#waiting.set(name, (at) => {
        clearTimeout(late)
        resolve(at)
      })
    })
  }

  async stop() {
    await this.#client.end().catch(() => {})
  }
}
