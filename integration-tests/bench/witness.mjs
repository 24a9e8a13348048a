import { Listener } from "./listener.mjs"

const CHANNEL = "bench"

// Only our side writes these rows, so what the triggers cost is at our expense.
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
export class Witness extends Listener {
  constructor(databaseUrl) {
    super(databaseUrl, CHANNEL)
  }

  /** Answers PostgreSQL's version. */
  async start() {
    await this.listen(TRIGGERS)
    const { rows } = await this.client.query("show server_version")
    return rows[0].server_version
  }

  /**
   * Resolves with the time (stopwatch.mjs) of the next commit of this kind: `captured` of a cart (its
   * order exists and has the capture's order transaction, the last row that Medusa writes), `settled`
   * and `placed` of a pay-in's reference, `processed` of a notification of that reference. Ask before
   * what leads to it is begun.
   */
  sees(kind, subject) {
    return this.hears(`${kind} ${subject}`)
  }
}
