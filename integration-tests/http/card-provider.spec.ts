import { Modules } from "@medusajs/framework/utils"
import { signTestWebhook, type TestWebhook } from "../../src/exports"
import { capture, cardCheckout, cardOrder, cardRow } from "../support/card-checkout"
import { CardPost } from "../support/card-webhooks"
import { CANARY } from "../support/personal-data"
import { withShop } from "../support/shop"

const SECRET = CANARY.webhook_secret
const NOT_SUPPORTED = { action: "not_supported" }

withShop("the card provider's answers to Medusa", {}, (shop) => {
  const post = new CardPost(shop)

  /**
   * What Medusa's subscriber asks of the payment module when a webhook came
   * (docs/medusa.md#ignored-webhooks).
   */
  const translate = (
    signed: { body: string; headers: Record<string, string> },
    change: Record<string, unknown> = {}
  ) => {
    const lower = Object.entries(signed.headers).map(([name, value]) => [name.toLowerCase(), value])
    return shop.container.resolve(Modules.PAYMENT).getWebhookActionAndData({
      provider: "payin-card_co",
      payload: {
        data: {},
        rawData: Buffer.from(signed.body),
        headers: { ...Object.fromEntries(lower), ...change },
      },
    })
  }

  const about = async (
    event: TestWebhook["event"],
    reference: string,
    change: Record<string, unknown> = {}
  ) => {
    const row = await cardRow(shop, reference)
    const transaction = {
      transaction_id: row.transaction_id ?? "held",
      transaction_type: "PRE_AUTH_TRANSACTION",
      ...{ amount: row.amount, currency: "COP", reference_id: reference },
      ...change,
    }
    return signTestWebhook({ event, data: { transaction } }, { secret: SECRET })
  }
  const told = async (...args: Parameters<typeof about>) => translate(await about(...args))

  it("report the state of the card's row once its order exists", async () => {
    const waiting = await cardCheckout(shop)
    expect(await told("transaction.authorized", waiting.reference)).toEqual(NOT_SUPPORTED)
    const declined = () =>
      told("transaction.declined", waiting.reference, { transaction_status: "DECLINED" })
    // Nobody asked the card yet.
    expect(await declined()).toEqual(NOT_SUPPORTED)
    await shop
      .pg("payin_card_transaction")
      .where({ reference: waiting.reference })
      .update({ status: "unknown", sent_at: new Date() })
    expect(await declined()).toEqual({
      ...{ action: "failed", data: { session_id: waiting.session.id, amount: "60000" } },
    })

    const { reference, session, payment_id } = await cardOrder(shop)
    const data = { session_id: session.id, amount: "60000" }
    expect(await told("transaction.authorized", reference)).toEqual({ action: "authorized", data })
    // Nothing of ours says yet that it was taken.
    expect(await told("transaction.captured", reference)).toEqual(NOT_SUPPORTED)
    await capture(await shop.admin(), payment_id).expect(200)
    expect(await told("transaction.captured", reference)).toEqual({ action: "captured", data })
    expect(await told("transaction.captured", reference, { amount: "1" })).toEqual(NOT_SUPPORTED)
    expect(await told("transaction.authorized", "crd_unknown").catch(() => null)).toBeNull()
  })

  it("are not_supported for a stored webhook, another kind of event and a body that is no JSON", async () => {
    const { reference } = await cardOrder(shop)
    const signed = await about("transaction.authorized", reference)
    expect(await translate(signed)).toMatchObject({ action: "authorized" })

    await shop.http().post("/hooks/payin/card").set(signed.headers).send(signed.body).expect(202)
    await post.digested()

    expect(await translate(signed)).toEqual(NOT_SUPPORTED)
    const event = "subscription.expired" as const
    const other = signTestWebhook({ event, data: {} }, { secret: SECRET })
    expect(await translate(other)).toEqual(NOT_SUPPORTED)
    expect(await translate({ ...signed, body: "not json" })).toEqual(NOT_SUPPORTED)
  })

  it("refuse a webhook with a missing or wrong signature, and a stale webhook", async () => {
    const { reference } = await cardOrder(shop)
    const signed = await about("transaction.authorized", reference)

    await expect(translate(signed, { "x-webhook-signature": undefined })).rejects.toThrow("missing")
    await expect(translate(signed, { "x-webhook-signature": "0".repeat(64) })).rejects.toThrow(
      "wrong"
    )
    const old = signTestWebhook(
      {
        event: "transaction.authorized",
        timestamp: new Date(Date.now() - 3 * 3_600_000),
        data: { transaction: { reference_id: reference } },
      },
      { secret: SECRET }
    )
    await expect(translate(old)).rejects.toThrow("stale")
  })
})
