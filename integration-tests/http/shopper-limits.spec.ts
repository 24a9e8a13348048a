import { MOST_OPEN_LINKS } from "../../src/domain/payin/request-limit"
import { cardCheckout, cardRow, onlySession, postCard } from "../support/card-checkout"
import { CANARY } from "../support/personal-data"
import { withShop } from "../support/shop"
import { snapshot } from "../support/snapshot"

const MINUTE = 60_000

withShop("what one anonymous shopper may cost", {}, (shop) => {
  const creates = () =>
    shop.sandbox.requests().filter(({ operation }) => operation === "create").length
  const post = (collection: string, description: string, more: Record<string, unknown> = {}) =>
    shop.postSession(collection, "co", {
      payment_method: "PSE",
      customer_data: CANARY.co,
      description,
      ...more,
    })

  it("is twelve links of a cart that can be paid; the thirteenth post changes nothing until one ends", async () => {
    const collection = await shop.collection((await shop.cart()).id)
    await post(collection, "first", { expiration_time: 30 }).expect(200)
    for (let made = 1; made < MOST_OPEN_LINKS; made += 1) {
      await post(collection, `link ${made}`).expect(200)
    }
    const before = await snapshot(shop)
    const asked = shop.sandbox.requests().length

    const refused = await post(collection, "one more").expect(429)

    expect(refused.body).toEqual({
      type: "too_many_links",
      message: expect.stringContaining("pay with the last one"),
      retry_after: expect.any(Number),
    })
    const { retry_after } = refused.body
    expect(retry_after).toBeGreaterThan(28 * 60)
    expect(retry_after).toBeLessThanOrEqual(30 * 60)
    expect(refused.headers["retry-after"]).toBe(String(retry_after))
    expect(await snapshot(shop)).toEqual(before)
    expect(shop.sandbox.requests()).toHaveLength(asked)

    // Another provider makes no link.
    await postCard(shop, collection, {
      token: "tok_test_approved",
      customer_data: CANARY.co,
    }).expect(200)
    shop.advanceClock(31 * MINUTE)
    await post(collection, "one more").expect(200)
    expect(creates()).toBe(MOST_OPEN_LINKS + 1)
  })

  it("is twelve links, and a post that makes no new one goes on: an open link, a question, money", async () => {
    const collection = await shop.collection((await shop.cart()).id)
    for (let made = 0; made < MOST_OPEN_LINKS; made += 1) {
      await post(collection, `link ${made}`).expect(200)
    }
    await post(collection, "one more").expect(429)
    const link = async (description: string, more: Record<string, unknown> = {}) =>
      onlySession((await post(collection, description, more).expect(200)).body)
    const last = `link ${MOST_OPEN_LINKS - 1}`
    const { reference } = (await link(last)).data
    expect((await link("link 3")).data.reference).not.toBe(reference)
    const question = await link("one more", { customer_data: {} })
    expect(question.data.status).toBe("needs_input")
    await post(collection, last, { expiration_time: 25 }).expect(429)

    // The money is seen when the shopper comes back to its link; from then on it pays any session.
    shop.sandbox.settle(String(reference), { status: "APPROVED", notify: false })
    shop.advanceClock(MINUTE)
    expect((await link(last)).data.reference).toBe(reference)
    expect((await link("one more")).data.reference).toBe(reference)
    expect(creates()).toBe(MOST_OPEN_LINKS)
  })

  it("is one post at work and ten that wait; more are told at once that the cart is busy", async () => {
    const collection = await shop.collection((await shop.cart()).id)
    shop.sandbox.injectFault({ operation: "create", kind: "slow", ms: 3000, times: "always" })
    const posts = await Promise.all(
      Array.from({ length: 40 }, async (_, number) => {
        const began = Date.now()
        const { status, body } = await post(collection, `${number % 2}`)
        return { status, body, ms: Date.now() - began }
      })
    )
    const busy = posts.filter(({ status }) => status === 409)
    expect(busy.length).toBeGreaterThanOrEqual(25)
    for (const { body } of busy) {
      expect(body).toEqual({
        type: "conflict",
        code: "busy",
        message: expect.stringContaining("try again in a moment"),
      })
    }
    expect(posts.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1)
  })

  it("is a link's life as the method has it: a storefront may shorten it, an operator choose it", async () => {
    const { collection_id } = await shop.checkout()
    const before = await snapshot(shop)
    const { link_minutes } = shop.gateway.options.countries.CO.methods.find(
      ({ payment_method }) => payment_method === "PSE"
    ) ?? { link_minutes: 0 }

    const refused = await post(collection_id, "long", { expiration_time: link_minutes + 1 })

    expect([refused.status, refused.body]).toEqual([
      400,
      {
        type: "invalid_data",
        field: "expiration_time",
        message: `expiration_time solo puede acortar los ${link_minutes} minutos de PSE.`,
      },
    ])
    expect(await snapshot(shop)).toEqual(before)
    await post(collection_id, "long", { expiration_time: link_minutes }).expect(200)
    const admin = await shop.admin()
    await admin
      .post(`/admin/payment-collections/${collection_id}/payment-sessions`)
      .send({
        provider_id: "pp_payin_co",
        data: {
          payment_method: "PSE",
          customer_data: CANARY.co,
          expiration_time: link_minutes + 1,
        },
      })
      .expect(200)
  })

  it("is five declined cards of a cart in 15 minutes", async () => {
    const { cart, collection_id, reference } = await cardCheckout(shop, {
      token: "tok_test_declined",
    })
    const declined = { token: "tok_test_declined", customer_data: CANARY.co }
    await shop.complete(cart.id).expect(400)
    for (let number = 2; number <= 5; number += 1) {
      shop.advanceClock(MINUTE)
      await postCard(shop, collection_id, declined).expect(200)
      await shop.complete(cart.id).expect(400)
    }
    expect(await cardRow(shop, reference)).toMatchObject({
      status: "declined",
      refusal_message: "Fondos insuficientes.",
    })
    const before = await snapshot(shop)
    const asked = shop.sandbox.requests().length

    const refused = await postCard(shop, collection_id, declined).expect(429)

    expect(refused.body).toEqual({
      type: "too_many_declines",
      message: expect.stringContaining("pay in another way"),
      retry_after: expect.any(Number),
    })
    expect(refused.body.retry_after).toBeGreaterThan(10 * 60)
    expect(refused.body.retry_after).toBeLessThanOrEqual(11 * 60)
    expect(await snapshot(shop)).toEqual(before)
    expect(shop.sandbox.requests()).toHaveLength(asked)

    // A page of the service is another way to pay.
    await post(collection_id, "by PSE").expect(200)
    shop.advanceClock(11 * MINUTE)
    const approved = { token: "tok_test_approved", customer_data: CANARY.co }
    onlySession((await postCard(shop, collection_id, approved).expect(200)).body)
    expect((await shop.complete(cart.id).expect(200)).body.type).toBe("order")
  })
})
