import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { withForm } from "../../src/domain/payout/methods"
import { readPayoutTarget } from "../../src/domain/payout/destination"
import { majorAmount } from "../../src/domain/money/amount"
import type { NewPayout } from "../../src/modules/payouts/payouts"
import { approvePayout, orderMakers } from "../../src/workflows/payout"
import { ownerOfRefund } from "../../src/workflows/refund/payer"
import { withModules } from "../support/modules/modules"
import { PAYOUT_OPTIONS } from "../support/modules/payout-options"
import { rowsRead } from "../support/modules/reads"
import { serverOfTests } from "../support/store-database"
import { CHECKER, colleague, PayoutWorker } from "../support/payout-worker"
import { CANARY } from "../support/personal-data"

/** The columns of Medusa's tables that tell who made an order. */
const OF_MEDUSA = `
  create table if not exists "order" (
    id text primary key, customer_id text, email text, created_at timestamptz default now());
  create table if not exists customer (
    id text primary key, email text, has_account boolean default false, deleted_at timestamptz);
  create unique index if not exists customer_email on customer (email, has_account)
    where deleted_at is null;
  create table if not exists cart (id text primary key, customer_id text);
  create table if not exists fulfillment (id text, created_by text, marked_shipped_by text);
  create table if not exists order_payment_collection (
    order_id text, payment_collection_id text, deleted_at timestamptz);
  create table if not exists payment (
    id text, payment_collection_id text, provider_id text, deleted_at timestamptz);
  create table if not exists capture (payment_id text, created_by text, deleted_at timestamptz);
  create table if not exists order_cart (order_id text, cart_id text);
  create index if not exists order_cart_order on order_cart (order_id);
  create table if not exists order_change (
    id text, order_id text, status text, created_by text, requested_by text, confirmed_by text,
    deleted_at timestamptz);
  create table if not exists order_change_action (
    order_change_id text, order_id text, action text, reference_id text, details jsonb,
    deleted_at timestamptz);
  create index if not exists order_change_action_order on order_change_action (order_id);
  truncate "order", customer, cart, order_cart, order_change, order_change_action`

const YEARS_OF_TRADE = `
  insert into customer (id, email)
  select 'cus_many' || i, 'many' || i || '@example.com' from generate_series(1, 5000) as i;
  insert into "order" (id, customer_id, email)
  select 'order_many' || i, 'cus_many' || i, 'many' || i || '@example.com'
  from generate_series(1, 5000) as i;
  insert into cart (id, customer_id)
  select 'cart_many' || i, 'cus_many' || i from generate_series(1, 5000) as i;
  insert into order_cart (order_id, cart_id)
  select 'order_many' || i, 'cart_many' || i from generate_series(1, 5000) as i;
  insert into order_change_action (order_change_id, order_id, action, details)
  select 'change' || i, 'order_many' || i, 'ITEM_ADD', '{}' from generate_series(1, 5000) as i;
  insert into payin_order_maker (id, subject_id, maker, kind)
  select 'note' || i, 'ful_' || i, 'user_packer', 'fulfilled' from generate_series(1, 5000) as i`

const OPTIONS = { ...PAYOUT_OPTIONS, payouts: { form: true } }
const READER = colleague("user_reader")
const ORDER = "order_1"

withModules("who could read the mail of a refund's order", OPTIONS, (modules) => {
  const worker = new PayoutWorker(modules)

  beforeEach(async () => {
    await modules.pg.raw(OF_MEDUSA)
    await modules.pg("order").insert({ id: ORDER, customer_id: "cus_1", email: "one@example.com" })
    await modules.pg("order_cart").insert({ order_id: ORDER, cart_id: "cart_1" })
    await modules.pg("cart").insert({ id: "cart_1", customer_id: "cus_1" })
  })

  const note = (subject: string) => modules.payouts.orderMakers.note(subject, READER.id, "mailed")

  const refund = (columns: Partial<NewPayout>) =>
    worker.make(1_000, { source: "refund", order_id: ORDER, transaction_id: "payin_1", ...columns })

  function byForm(): Partial<NewPayout> {
    const country = withForm(modules.gateway.options.countries.PE)
    const posted = { payment_method: "FORM", destination: { ...CANARY.pe } }
    const { value } = readPayoutTarget(posted, country)
    if (value === undefined) throw new Error("a person is enough for a form")
    const place = { account: "pe", country: "PE", currency: "PEN", amount: majorAmount("40") }
    return { ...place, ...value, destination_from: "operator" }
  }

  const approve = ({ id, version }: { id: string; version: number }, by = READER) =>
    approvePayout(modules.container, {
      ...{ payout_id: id, actor: by, version, request_id: `approval of ${by.id}` },
    })

  it("cannot approve it by form, whose address goes there", async () => {
    await note(ORDER)
    const payout = await refund(byForm())
    expect(payout).toMatchObject({ status: "awaiting_approval", reason: "by_form" })
    expect(await approve(payout)).toMatchObject({ outcome: "refused", code: "second_person" })
    expect(await approve(payout, CHECKER)).toMatchObject({ outcome: "done" })
  })

  it("stays a maker once a form is chosen", async () => {
    await note(ORDER)
    const payout = await refund({ destination: null })
    const { destination, payment_method } = byForm()
    if (!destination || !payment_method) throw new Error("a form has a recipient")
    const chosen = { destination, payment_method }
    const { makers } = await ownerOfRefund(modules.container, payout, chosen)
    expect(makers).toEqual([READER.id])
    const account = { ...chosen, payment_method: "BANK_TRANSFER" }
    expect((await ownerOfRefund(modules.container, payout, account)).makers).toEqual([])
  })

  it.each<[string, object]>([
    ["in other letters", { email: "ONE@Example.com" }],
    ["of a customer who is gone", { email: "one@example.com", deleted_at: new Date(0) }],
  ])("is whoever changed the mail of a customer with the order's e-mail %s", async (_, columns) => {
    await modules.pg("customer").insert({ id: "cus_2", ...columns })
    await note("cus_2")
    expect(await orderMakers(modules.pg, await refund(byForm()))).toEqual([READER.id])
  })

  it("is whoever gave a customer the e-mail that a draft copied, though the customer is not the order's any more", async () => {
    await modules.pg("order_cart").delete()
    await modules.pg("order").update({ email: "Sly@Shop.example", customer_id: "cus_9" })
    await modules.payouts.orderMakers.noteMail(" sly@shop.Example", READER.id)
    await modules.payouts.orderMakers.noteMail("other@shop.example", CHECKER.id)
    expect(await orderMakers(modules.pg, await refund(byForm()))).toEqual([READER.id])
  })

  it("is found among thousands of customers and orders without reading them", async () => {
    await modules.pg.raw(YEARS_OF_TRADE)
    await note("cus_many7")
    await note(ORDER)
    for (const table of ["order", "cart", "customer", "order_cart", "order_change_action"]) {
      await modules.pg.raw("vacuum analyze ??", [table])
    }
    await modules.pg.raw("vacuum analyze payin_order_maker")
    const payout = await refund(byForm())
    const url = serverOfTests().url(await databaseName(modules.pg))
    const of = (asked: typeof payout) =>
      rowsRead({ pg: modules.pg, url }, () => orderMakers(modules.pg, asked))
    const read = await of(payout)
    expect(read.customer ?? 0).toBeLessThan(10)
    expect(read.payin_order_maker ?? 0).toBeLessThan(50)
    const ofShare = await of({ ...payout, source: "rule", fulfillment_id: "ful_7" })
    expect(ofShare).not.toHaveProperty("customer")
  })

  it("is no maker of a refund to an account that an operator named", async () => {
    await note(ORDER)
    const payout = await refund({ destination_from: "operator" })
    expect(await orderMakers(modules.pg, payout)).toEqual([])
  })
})

async function databaseName(pg: Knex): Promise<string> {
  const { rows }: { rows: [{ name: string }] } = await pg.raw("select current_database() as name")
  return rows[0].name
}
