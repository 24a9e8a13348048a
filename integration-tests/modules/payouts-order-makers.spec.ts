import { withForm } from "../../src/domain/payout/methods"
import { readPayoutTarget } from "../../src/domain/payout/destination"
import { majorAmount } from "../../src/domain/money/amount"
import type { NewPayout } from "../../src/modules/payouts/payouts"
import { approvePayout, orderMakers } from "../../src/workflows/payout"
import { ownerOfRefund } from "../../src/workflows/refund/payer"
import { withModules } from "../support/modules/modules"
import { PAYOUT_OPTIONS } from "../support/modules/payout-options"
import { CHECKER, colleague, PayoutWorker } from "../support/payout-worker"
import { CANARY } from "../support/personal-data"

/** The columns of Medusa's tables that tell who made an order. */
const OF_MEDUSA = `
  create table if not exists "order" (
    id text, customer_id text, email text, created_at timestamptz default now());
  create table if not exists customer (id text, email text, deleted_at timestamptz);
  create table if not exists cart (id text, customer_id text);
  create table if not exists order_cart (order_id text, cart_id text);
  create table if not exists order_change (
    id text, order_id text, status text, created_by text, requested_by text, confirmed_by text,
    deleted_at timestamptz);
  create table if not exists order_change_action (
    order_change_id text, order_id text, action text, reference_id text, details jsonb,
    deleted_at timestamptz);
  truncate "order", customer, cart, order_cart, order_change, order_change_action`

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

  it("is no maker of a refund to an account that an operator named", async () => {
    await note(ORDER)
    const payout = await refund({ destination_from: "operator" })
    expect(await orderMakers(modules.pg, payout)).toEqual([])
  })
})
