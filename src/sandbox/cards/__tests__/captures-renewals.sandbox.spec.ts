import { authorize, authorized, capture, renew, subscribed } from "./support/card-shop"
import { servedSandbox } from "../../__tests__/support/served"

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/

const sandbox = servedSandbox()

describe("a capture", () => {
  it.each([50_000, 49_999.99, 0])("of %d out of 50000 is accepted once", async (amount) => {
    const held = await authorized(sandbox, await subscribed(sandbox), { reference_id: "c-1" })
    const answer = await capture(sandbox, held, { amount })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      code: "CAPTURED",
      status: true,
      message: expect.any(String),
      data: {
        transaction_id: expect.stringMatching(UUID),
        transaction_date: expect.stringMatching(ISO),
        linked_transaction_id: held,
        transaction_status: "APPROVED",
        transaction_type: "COMPLETION_TRANSACTION",
        reference_id: "c-1",
        amount,
        currency: "COP",
      },
    })
    const second = await capture(sandbox, held, { amount: 1 })
    expect(second.status).toBe(422)
    expect(second.body).toMatchObject({ code: "INVALID_STATE", status: false })
    expect(sandbox.cards.captures()).toHaveLength(1)
    expect(sandbox.cards.authorization(held)).toMatchObject({
      hold: "captured",
      captured_amount: amount,
    })
  })

  it("raises the wallet by what was captured", async () => {
    await capture(sandbox, await authorized(sandbox, await subscribed(sandbox)), { amount: 30_000 })
    expect(sandbox.wallet("sandbox-co")).toBe(30_000)
  })

  it("of more than was authorized is refused and leaves the hold", async () => {
    const held = await authorized(sandbox, await subscribed(sandbox))
    const answer = await capture(sandbox, held, { amount: 50_000.01 })
    expect(answer.status).toBe(422)
    expect(answer.body).toMatchObject({ code: "PROCESSING_ERROR", status: false })
    expect(sandbox.cards.authorization(held)?.hold).toBe("held")
  })

  it("that the bank refuses is reported as failed and may be tried again", async () => {
    const held = await authorized(sandbox, await subscribed(sandbox, "tok_test_capture_declined"))
    const answer = await capture(sandbox, held)
    expect(answer.status).toBe(422)
    expect(answer.body).toMatchObject({
      code: "PAYMENT_CAPTURE_FAILED",
      status: false,
      data: { transaction_status: "DECLINED", transaction_type: "COMPLETION_TRANSACTION" },
    })
    sandbox.configure({ cards: { capture: "approve" } })
    expect((await capture(sandbox, held)).body.code).toBe("CAPTURED")
    expect(sandbox.cards.captures().map((one) => one.transaction_status)).toEqual([
      "APPROVED",
      "DECLINED",
    ])
  })

  it("is refused after a refused preauthorization, and after a cancel unless set otherwise", async () => {
    const declined = await authorize(sandbox, await subscribed(sandbox, "tok_test_declined"))
    const none = await capture(sandbox, declined.body.data.transaction_id)
    expect(none.body.code).toBe("INVALID_STATE")
    const subscription = await subscribed(sandbox)
    const held = await authorized(sandbox, subscription)
    sandbox.cards.cancelSubscription(subscription)
    expect((await capture(sandbox, held)).body.code).toBe("INVALID_STATE")
    expect(sandbox.cards.authorization(held)?.hold).toBe("held")
    sandbox.configure({ cards: { captureAfterCancel: "accept" } })
    expect((await capture(sandbox, held)).body.code).toBe("CAPTURED")
  })

  it("of a hold that has lapsed is refused", async () => {
    sandbox.configure({ cards: { holdDays: 7 } })
    const held = await authorized(sandbox, await subscribed(sandbox))
    await sandbox.advanceClock(7 * 86_400_000)
    expect(sandbox.cards.authorization(held)?.hold).toBe("lapsed")
    expect((await capture(sandbox, held)).body.code).toBe("INVALID_STATE")
  })
})

describe("a renewal", () => {
  async function paidOnce(token?: string) {
    const subscription = await subscribed(sandbox, token)
    return { subscription, original: await authorized(sandbox, subscription) }
  }

  it("makes a hold linked to the original hold, and cancels the original", async () => {
    const { subscription, original } = await paidOnce()
    const answer = await renew(sandbox, subscription, original)
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      code: "AUTHORIZED",
      status: true,
      data: {
        transaction_type: "RENEWAL_PRE_AUTH_TRANSACTION",
        linked_transaction_id: original,
        transaction_status: "APPROVED",
      },
    })
    expect(sandbox.cards.authorization(original)?.hold).toBe("cancelled")
    expect((await capture(sandbox, original)).body.code).toBe("INVALID_STATE")
    expect((await capture(sandbox, answer.body.data.transaction_id)).body.code).toBe("CAPTURED")
  })

  it("cancels the original hold even when the bank refuses the renewal", async () => {
    const { subscription, original } = await paidOnce("tok_test_renewal_declined")
    const answer = await renew(sandbox, subscription, original)
    expect(answer.status).toBe(422)
    expect(answer.body).toMatchObject({ code: "PAYMENT_RENEWAL_FAILED", status: false })
    expect(sandbox.cards.authorization(original)?.hold).toBe("cancelled")
    const again = await renew(sandbox, subscription, original)
    expect(again.body.code).toBe("INVALID_STATE")
    expect((await authorize(sandbox, subscription)).body.code).toBe("AUTHORIZED")
  })

  it("may go on from a renewal, again and again", async () => {
    const { subscription, original } = await paidOnce()
    const first = await renew(sandbox, subscription, original)
    const second = await renew(sandbox, subscription, first.body.data.transaction_id)
    expect(second.body.code).toBe("AUTHORIZED")
    expect(sandbox.cards.authorizations({ subscription_id: subscription })).toHaveLength(3)
  })

  it("keeps the money of a captured original, or reverses the capture when set so", async () => {
    const { subscription, original } = await paidOnce()
    await capture(sandbox, original)
    const first = await renew(sandbox, subscription, original)
    expect(sandbox.wallet("sandbox-co")).toBe(50_000)
    expect(sandbox.cards.authorization(original)).toMatchObject({
      hold: "captured",
      cancelled_at: expect.any(String),
    })
    await capture(sandbox, first.body.data.transaction_id)
    sandbox.configure({ cards: { renewalOfCaptured: "reverse" } })
    await renew(sandbox, subscription, first.body.data.transaction_id)
    expect(sandbox.wallet("sandbox-co")).toBe(50_000)
    expect(sandbox.cards.captures().map((one) => one.reversed_at !== null)).toEqual([true, false])
  })

  it("needs an active subscription and an approved original of that subscription", async () => {
    const { subscription, original } = await paidOnce()
    const other = await paidOnce()
    expect((await renew(sandbox, subscription, other.original)).status).toBe(404)
    const declined = await subscribed(sandbox, "tok_test_declined")
    const refused = (await authorize(sandbox, declined)).body.data.transaction_id
    expect((await renew(sandbox, declined, refused)).body.code).toBe("INVALID_STATE")
    sandbox.cards.cancelSubscription(subscription)
    expect((await renew(sandbox, subscription, original)).body.code).toBe("INVALID_STATE")
    expect(sandbox.cards.authorization(original)?.hold).toBe("held")
  })

  it("of a card that expired after the first charge is refused, a fresh hold too", async () => {
    const { subscription, original } = await paidOnce("tok_test_first_only")
    expect((await renew(sandbox, subscription, original)).body.code).toBe("PAYMENT_RENEWAL_FAILED")
    expect((await authorize(sandbox, subscription)).body.code).toBe("PAYMENT_AUTHORIZATION_FAILED")
  })
})
