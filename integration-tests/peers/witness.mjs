import { Listener } from "../bench/listener.mjs"

const CHANNEL = "peers"

// The same rows of Medusa whoever takes the payment: an order of the cart, and the capture of its payment.
const TRIGGERS = `
  create function peers_ordered() returns trigger language plpgsql as $$ begin
    perform pg_notify('${CHANNEL}', 'ordered ' || new.cart_id);
    return null; end $$;
  create trigger peers_ordered after insert on order_cart for each row
    execute function peers_ordered();

  create function peers_charged() returns trigger language plpgsql as $$ begin
    perform pg_notify('${CHANNEL}', 'charged ' || l.cart_id)
      from payment p
      join cart_payment_collection l on l.payment_collection_id = p.payment_collection_id
      where p.id = new.payment_id;
    return null; end $$;
  create trigger peers_charged after insert on capture for each row
    execute function peers_charged();`

/** Sees in the database when a cart's order and its capture were committed, whichever provider it was. */
export class OrderWitness extends Listener {
  constructor(databaseUrl) {
    super(databaseUrl, CHANNEL)
  }

  async start() {
    await this.listen(TRIGGERS)
  }

  /** When (stopwatch.mjs) a cart's order was there and its payment captured. Ask before it is begun. */
  async captured({ cart_id }) {
    const times = [this.hears(`ordered ${cart_id}`), this.hears(`charged ${cart_id}`)]
    return Math.max(...(await Promise.all(times)))
  }

  /** Orders and captures of these carts. */
  async count(carts) {
    const ids = carts.map(({ cart_id }) => cart_id)
    const { rows } = await this.client.query(
      `select
         (select count(*)::int from order_cart where cart_id = any($1)) as orders,
         (select count(*)::int from capture k
          join payment p on p.id = k.payment_id
          join cart_payment_collection l on l.payment_collection_id = p.payment_collection_id
          where l.cart_id = any($1)) as captures,
         (select count(*)::int from order_transaction t
          join order_cart o on o.order_id = t.order_id
          where o.cart_id = any($1) and t.reference = 'capture') as order_transactions`,
      [ids]
    )
    return rows[0]
  }
}
