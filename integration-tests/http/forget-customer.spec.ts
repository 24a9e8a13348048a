import { randomUUID } from "node:crypto"
import { SEALED_COLUMNS, SEALED_TABLES } from "../../src/domain/privacy/sealed-columns"
import { cancelUnneededCards } from "../../src/workflows/subscribe/cancel-unneeded-cards"
import { exportCustomer } from "../../src/workflows/export"
import { forgetCustomer } from "../../src/workflows/forget"
import { capture, cardOrder, subscriptionsOf } from "../support/card-checkout"
import { besideStore, runCommand } from "../support/command"
import { quietCheckout } from "../support/lookups"
import { signedInCustomer } from "../support/people"
import { CANARY } from "../support/personal-data"
import { withShop } from "../support/shop"
import { NO_APPROVALS } from "../support/shop-settings"
import { refundee, sold } from "../support/sold"
import { DESTINATION, PayoutDriver } from "../support/payout-driver"

const { bank, account_number, account_type } = DESTINATION
const ACCOUNT = { bank, account_number, account_type }
const { full_name, legal_doc, phone_number, email } = CANARY.co

/** Where what the service said in words is kept: it may name somebody. */
const WORDS: [string, string[]][] = [
  ["payin_transaction", ["response_message", "apply_error"]],
  ["payin_payout", ["response_message"]],
  ["payin_payout_attempt", ["response_message", "last_error"]],
  ["payin_card", ["last_error"]],
  ["payin_card_transaction", ["refusal_message", "apply_error"]],
  ["payin_cycle", ["last_error"]],
]
const PERSONAL = [full_name, legal_doc, phone_number, email, account_number]

withShop("forgetting a customer", NO_APPROVALS, (shop) => {
  const payoutDriver = new PayoutDriver(shop)
  const refunds = refundee(shop, payoutDriver)
  beforeEach(() => payoutDriver.fill(1_000_000))

  /** Every row of every table of ours as text, what is sealed opened. */
  async function everything(): Promise<string> {
    const { rows } = await shop.pg.raw(
      "select table_name from information_schema.tables where table_name like 'payin_%'"
    )
    const names: string[] = rows.map((row: { table_name: string }) => row.table_name)
    const texts: string[] = []
    for (const name of names) {
      const found: { id: string }[] = await shop.pg(name)
      texts.push(...found.map((row) => `${name} ${JSON.stringify(row)}`))
    }
    for (const table of SEALED_TABLES) {
      for (const row of await shop.pg(table)) {
        for (const column of SEALED_COLUMNS[table].filter((one) => row[one] !== null)) {
          const context = { table, row: row.id, column }
          texts.push(`${table}.${column} ${shop.ledger.sealer.open(row[column], context)}`)
        }
      }
    }
    return texts.join("\n")
  }

  function found(text: string): string[] {
    return PERSONAL.filter((personal) => text.includes(personal))
  }

  /** A sale with the account kept at checkout, part of it given back to another one. */
  async function refunded() {
    const sale = await sold(shop, { refund_destination: ACCOUNT, description: full_name })
    const key = randomUUID()
    const answer = await (
      await refunds.http()
    )
      .post(`/admin/payin/orders/${sale.order.id}/refund`)
      .set("Idempotency-Key", key)
      .send({ amount: "25000", destination: ACCOUNT })
      .expect(201)
    const { id } = await payoutDriver.bringIn(31, String(answer.body.payout.id), "pending")
    return { sale, payout_id: id, key }
  }

  async function nameInWords(): Promise<void> {
    for (const [table, columns] of WORDS) {
      const words = columns.map((column) => [column, `Titular ${full_name}`])
      await shop.pg(table).update(Object.fromEntries(words))
    }
    const words = JSON.stringify({ reason: `Titular ${full_name}` })
    await shop.pg("payin_anomaly").update({ facts: shop.pg.raw("facts || ?::jsonb", [words]) })
    const payout = JSON.stringify({ response_message: `Titular ${full_name}` })
    await shop
      .pg("payin_operator_request")
      .whereRaw("answer -> 'payout' is not null")
      .update({
        answer: shop.pg.raw("jsonb_set(answer, '{payout}', answer -> 'payout' || ?::jsonb)", [
          payout,
        ]),
      })
  }

  async function paidOut(id: string): Promise<void> {
    const { reference } = await payoutDriver.attempt(id)
    shop.sandbox.settlePayout(reference, { status: "APPROVED" })
    await shop.until(async () => {
      await payoutDriver.run()
      return (await payoutDriver.payout(id)).status === "approved" ? true : null
    })
  }

  async function customerOf(cartId: string): Promise<string> {
    const cart = await shop.pg("cart").where({ id: cartId }).first("customer_id")
    return cart.customer_id
  }

  it("leaves no personal data in any table, keeps the payment facts, and writes an audit entry", async () => {
    const { sale, payout_id } = await refunded()
    await paidOut(payout_id)
    await nameInWords()
    expect(found(await everything()).sort()).toEqual([...PERSONAL].sort())
    const customer_id = await customerOf(sale.cart.id)

    expect(await forgetCustomer(shop.container, email)).toEqual({
      ...{ customer_ids: [customer_id], pay_ins: 1, payouts: 1, cards: 0, subscriptions: 0 },
    })

    const left = await everything()
    expect(found(left)).toEqual([])
    // Four digits by themselves: ids and hashes hold any four.
    expect(left).not.toMatch(
      new RegExp(`(?<![0-9a-z])${account_number.slice(-4)}(?![0-9a-z])`, "i")
    )
    expect(await shop.row(sale.reference)).toMatchObject({
      status: "approved",
      requested_amount: "60000",
      approved_amount: "60000",
      order_id: sale.order.id,
      customer_id: null,
    })
    expect(await payoutDriver.payout(payout_id)).toMatchObject({
      status: "approved",
      amount: "25000",
      order_id: sale.order.id,
    })
    const noted = await shop.pg("payin_payout_audit").where({ action: "forgotten" })
    expect(noted).toEqual([
      expect.objectContaining({ subject_id: customer_id, actor_type: "system" }),
    ])
    await (await refunds.http()).get(`/admin/payin/payouts/${payout_id}`).expect(200)
    await (await refunds.http()).get("/admin/payin/transactions").expect(200)
  })

  it("changes nothing the second time", async () => {
    const sale = await sold(shop)
    const id = await customerOf(sale.cart.id)
    expect(await forgetCustomer(shop.container, id)).toMatchObject({ pay_ins: 1 })
    const before = await shop.row(sale.reference)
    expect(await forgetCustomer(shop.container, id)).toMatchObject({ customer_ids: [id] })
    const { customer_sealed: _a, updated_at: _b, ...after } = await shop.row(sale.reference)
    expect(before).toMatchObject(after)
  })

  it("makes a later refund wait for a destination", async () => {
    const sale = await sold(shop, { refund_destination: ACCOUNT })
    await forgetCustomer(shop.container, await customerOf(sale.cart.id))
    await refunds.refund(sale, 10_000)
    const [{ id }] = await refunds.payouts(sale)
    const payout = await payoutDriver.bringIn(31, id, "awaiting_destination")
    expect(payout).toMatchObject({ amount: "10000" })
  })

  it("changes no other customer's pay-in", async () => {
    const sale = await sold(shop)
    const other = await quietCheckout(shop, "pe")
    const before = await shop.row(other.reference)
    await forgetCustomer(shop.container, await customerOf(sale.cart.id))
    expect(await shop.row(other.reference)).toEqual(before)
  })

  it("is refused while a link can still be paid, and the refusal names the link", async () => {
    const { reference, cart } = await shop.checkout("co")
    const before = await shop.row(reference)
    const beside = await besideStore(shop)
    const ran = await runCommand("payin-forget-customer", [await customerOf(cart.id)], beside)
    expect(ran.code).toBe(1)
    expect(ran.errors).toContain(`the payment link ${reference} can still be paid`)
    expect((await shop.row(reference)).customer_sealed).toBe(before.customer_sealed)
  })

  it("is refused while the payout of a refund is not paid yet, and erases nothing", async () => {
    const { sale, payout_id } = await refunded()
    const before = await everything()
    const id = await customerOf(sale.cart.id)
    await expect(forgetCustomer(shop.container, id)).rejects.toThrow(`payout ${payout_id} is`)
    expect(found(await everything())).toEqual(found(before))
    await paidOut(payout_id)
    expect(await forgetCustomer(shop.container, id)).toMatchObject({ payouts: 1 })
  })

  it("cancels a saved card, also at the service, once the card holds nothing", async () => {
    const customer = await signedInCustomer(shop.container)
    const typed = { token: "tok_test_approved", save_card: true, last_four: "1111" }
    const data = { ...typed, customer_data: CANARY.co }
    const paid = await cardOrder(shop, { data, as: customer.token })
    const refused = forgetCustomer(shop.container, customer.customer_id)
    await expect(refused).rejects.toThrow(`the hold ${paid.reference}`)

    await capture(await shop.admin(), paid.payment_id).expect(200)
    await shop.until(async () => {
      const row = await shop
        .pg("payin_card_transaction")
        .where({ reference: paid.reference })
        .first()
      return row.settled_at
    })
    await nameInWords()
    expect(await forgetCustomer(shop.container, customer.customer_id)).toMatchObject({ cards: 1 })
    expect(found(await everything())).toEqual([])
    const [card] = await shop.pg("payin_card")
    expect(card).toMatchObject({ customer_id: null, saved_at: null, last_four: null })
    await shop.until(async () => {
      await cancelUnneededCards(shop.container)
      const kept = await subscriptionsOf(shop).cards.present(card.id)
      return kept.status === "canceled" ? true : null
    })
    expect(shop.sandbox.cards.subscriptions()).toEqual([
      expect.objectContaining({ status: "CANCELLED" }),
    ])
  })

  it("is shown before by the export: all that is kept, opened, of nobody else, and audited", async () => {
    const { sale, payout_id } = await refunded()
    await paidOut(payout_id)
    const customer_id = await customerOf(sale.cart.id)
    const beside = await besideStore(shop)
    const ran = await runCommand("payin-export-customer", [email], beside)
    expect(ran.code).toBe(0)
    const told = JSON.parse(ran.output)
    expect(told).toMatchObject({
      customer_ids: [customer_id],
      pay_ins: [
        {
          ...{ reference: sale.reference, status: "approved", approved_amount: "60000" },
          ...{ customer: CANARY.co, refund_destination: ACCOUNT, description: full_name },
        },
      ],
      payouts: [{ id: payout_id, amount: "25000", destination: { account_number } }],
      payout_attempts: [{ payout_id, destination: { account_number } }],
      cards: [],
    })
    expect(told.payout_audit.length).toBeGreaterThan(0)
    expect(told.notifications.length).toBeGreaterThan(0)
    const text = JSON.stringify(told)
    const admins: { id: string }[] = await shop.pg("user").select("id")
    const secrets = ["_sealed", "_hash", "fingerprint", "ipn_key", "token_sealed"]
    for (const kept of [...secrets, ...admins.map(({ id }) => id)]) {
      expect(text).not.toContain(kept)
    }
    expect(await shop.pg("payin_payout_audit").where({ action: "revealed" })).toMatchObject([
      { subject_id: customer_id, actor_type: "system", facts: { by_command: expect.any(String) } },
    ])
  })

  it("is not exported with the card of somebody whose order went over to another customer", async () => {
    const [owner, other] = [
      await signedInCustomer(shop.container),
      await signedInCustomer(shop.container),
    ]
    const data = { token: "tok_test_approved", save_card: true, customer_data: CANARY.co }
    const { order, reference } = await cardOrder(shop, { data, as: owner.token })
    await shop.pg("order").where({ id: order.id }).update({ customer_id: other.customer_id })
    const found = await exportCustomer(shop.container, other.customer_id)
    expect(found).toMatchObject({ cards: [], card_transactions: [] })
    expect(PERSONAL.filter((one) => JSON.stringify(found).includes(one))).toEqual([])
    expect(await exportCustomer(shop.container, owner.customer_id)).toMatchObject({
      cards: [{ customer: CANARY.co, save_agreed_at: expect.any(Date) }],
      card_transactions: [{ reference }],
    })
    await expect(exportCustomer(shop.container, "cus_nobody")).rejects.toThrow("no such customer")
  })

  it("is refused for a customer id that Medusa does not have", async () => {
    await expect(forgetCustomer(shop.container, "cus_nobody")).rejects.toThrow("no such customer")
  })
})
