import { CARD_CALL_SECONDS, RELEASE_HOLDS_AFTER_DAYS } from "../../src/domain/time/schedule"
import { holdOnCard } from "../../src/settlement/card-hold"
import { anomaliesOf } from "../support/modules/anomalies"
import { keptCardRequests, sentCardRequests } from "../support/card-requests"
import { CardTill } from "../support/modules/cards"
import { withModules } from "../support/modules/modules"
import { ONE_TRY } from "../support/shop-settings"

const CREATE = "/card/api/subscription/card"
const AUTHORIZE = "/card/api/v1/subscription/card/authorize"
const DAY_MS = 86_400_000

withModules("a hold request on a card", ONE_TRY.options ?? {}, (modules) => {
  const till = new CardTill(modules)
  const { proxy, sandbox } = modules
  const ask = (row: Parameters<typeof holdOnCard>[1]) => holdOnCard(till.deps, row)
  const authorizations = () => sandbox.cards.authorizations()

  it("stores its send time and its request row before the call reaches the service", async () => {
    const { id } = await till.chosen()
    const met: unknown[] = []
    proxy.meet(async (path) => {
      if (path === AUTHORIZE) {
        const { status, sent_at } = await till.row(id)
        met.push({ status, sent_at, request: (await keptCardRequests(modules)).at(-1) })
      }
    })
    await ask(await till.row(id))
    const request = {
      ...{ id: sentCardRequests(modules).at(-1), call: "authorize", account: "co" },
      card_transaction_id: id,
    }
    expect(met).toMatchObject([{ status: "creating", sent_at: expect.any(Date), request }])
  })

  it("stores the request that creates the card before that call reaches the service", async () => {
    const { id, card_id } = await till.chosen()
    const met: unknown[] = []
    proxy.meet(async (path) => {
      if (path === CREATE) met.push(...(await keptCardRequests(modules)))
    })
    await ask(await till.row(id))
    const [request] = sentCardRequests(modules)
    expect(met).toMatchObject([
      { id: request, call: "create", account: "co", card_id, card_transaction_id: id },
    ])
  })

  it("authorizes the money and sets the day on which the store voids the hold", async () => {
    const { status, status_cause, transaction_id, ...row } = await till.held()
    expect({ status, status_cause }).toEqual({ status: "authorized", status_cause: "answered" })
    expect(authorizations()).toMatchObject([{ transaction_id, reference_id: row.reference }])
    const kept = (row.release_after?.getTime() ?? 0) - (row.authorized_at?.getTime() ?? 0)
    expect(kept).toBe(RELEASE_HOLDS_AFTER_DAYS * DAY_MS)
  })

  it("counts as refused for 15 minutes when the bank declined it, or the service did not take the card", async () => {
    const { cardTransactions, cardMoves } = modules.subscriptions
    const left = () => cardTransactions.refusalsLeft("paycol_1", 900)
    const collection = { payment_collection_id: "paycol_1" }
    for (const token of ["tok_test_declined", "tok_test_refused", "tok_test_approved"]) {
      await ask(await till.chosen({ ...collection, token }))
    }
    await ask(await till.chosen({ token: "tok_test_declined" }))
    const { id } = await till.chosen(collection)
    await cardMoves.move(id, { to: "error", cause: "not_sent" })
    expect((await left()).map((seconds) => Math.ceil(seconds / 60))).toEqual([15, 15])
    await modules.advance(899)
    expect(await left()).toHaveLength(2)
    await modules.advance(60)
    expect(await left()).toEqual([])
  })

  it("deletes the card's token once the service knows the card", async () => {
    const { id, card_id } = await till.chosen()
    const { cards } = modules.subscriptions
    expect(cards.tokenOf(await till.card(card_id))).toBe("tok_test_approved")
    await ask(await till.row(id))
    expect(await till.card(card_id)).toMatchObject({
      status: "active",
      token_sealed: null,
      subscription_id: sandbox.cards.subscriptions()[0].subscription_id,
    })
  })

  it("saves the card of a signed-in shopper and not the card of a guest", async () => {
    const { cards } = modules.subscriptions
    const guest = await till.held()
    const known = await till.held({ customer_id: "cus_1" })
    expect(await till.card(guest.card_id)).toMatchObject({ saved_at: null })
    expect(await cards.savedOf("cus_1", "co")).toMatchObject([{ id: known.card_id }])
  })

  it("reaches the service once when four workers send it at the same moment", async () => {
    const chosen = await till.chosen()
    const asked = await Promise.all([1, 2, 3, 4].map(() => ask(chosen)))
    expect(authorizations()).toHaveLength(1)
    expect(sandbox.cards.subscriptions()).toHaveLength(1)
    expect(asked.filter(({ outcome }) => outcome === "later")).toEqual([])
    expect(await ask(chosen)).toMatchObject({
      outcome: "answered",
      transaction: { status: "authorized" },
    })
    expect(authorizations()).toHaveLength(1)
  })

  it("is busy for another worker while its answer is awaited", async () => {
    const chosen = await till.chosen()
    const seen: unknown[] = []
    proxy.meet(async (path) => {
      if (path === AUTHORIZE) seen.push(await ask(chosen))
    })
    await ask(chosen)
    expect(seen).toMatchObject([{ outcome: "busy", transaction: { status: "creating" } }])
    expect(authorizations()).toHaveLength(1)
  })

  it.each(["error_after", "reset_after", "unclear_after", "malformed", "page_after"] as const)(
    "becomes unknown after an unclear answer (%s) and is never sent again",
    async (kind) => {
      const status = kind === "page_after" ? 404 : 500
      sandbox.injectFault({ operation: "card_authorize", kind, status, times: "always" })
      const chosen = await till.chosen()
      const { outcome, transaction } = await ask(chosen)
      expect(outcome).toBe("answered")
      expect(transaction).toMatchObject({ status: "unknown", status_cause: "unclear" })
      sandbox.clearFaults()
      expect(await ask(transaction)).toMatchObject({ transaction: { status: "unknown" } })
      expect(authorizations()).toHaveLength(1)
    }
  )

  it("tells a person at once when the service answers another amount", async () => {
    sandbox.injectFault({ operation: "card_authorize", kind: "wrong_amount", times: 1 })
    const { transaction } = await ask(await till.chosen())
    expect(transaction).toMatchObject({ status: "unknown" })
    const [{ transaction_id }] = authorizations()
    expect(await anomaliesOf(modules, "open")).toMatchObject([
      {
        kind: "amount_mismatch",
        facts: {
          ...{ card_transaction_id: transaction.id, said: "authorized" },
          ...{ asked: { amount: "60000" }, shown: { transaction_id } },
        },
      },
    ])
  })

  it("is sent again after the service refused the call with a rate limit", async () => {
    sandbox.injectFault({ operation: "card_authorize", kind: "rate_limited", times: 1 })
    const chosen = await till.chosen()
    expect(await ask(chosen)).toMatchObject({
      outcome: "later",
      transaction: { status: "creating", sent_at: null, leased_until: null },
    })
    expect(authorizations()).toEqual([])
    await modules.advance(60)
    expect(await ask(chosen)).toMatchObject({ transaction: { status: "authorized" } })
    expect(authorizations()).toHaveLength(1)
  })

  it("keeps the card's token while the service is unreachable", async () => {
    const chosen = await till.chosen()
    await proxy.close()
    expect(await ask(chosen)).toMatchObject({ outcome: "later" })
    expect(await till.card(chosen.card_id)).toMatchObject({
      status: "creating",
      token_sealed: expect.any(String),
    })
    await proxy.open()
    expect(await ask(chosen)).toMatchObject({ transaction: { status: "authorized" } })
  })

  it("is declined with the bank's message and is not sent again", async () => {
    const chosen = await till.chosen({ token: "tok_test_declined" })
    const declined = {
      status: "declined",
      refusal_code: "PAYMENT_AUTHORIZATION_FAILED",
      refusal_message: expect.stringContaining("insuficientes"),
      release_after: null,
    }
    expect(await ask(chosen)).toMatchObject({ outcome: "answered", transaction: declined })
    expect(await ask(chosen)).toMatchObject({ transaction: declined })
    expect(authorizations()).toHaveLength(1)
  })

  it("ends as an error without a hold when the service refuses to keep the card", async () => {
    const chosen = await till.chosen({ token: "tok_test_refused" })
    expect(await ask(chosen)).toMatchObject({ transaction: { status: "error", sent_at: null } })
    expect(await till.card(chosen.card_id)).toMatchObject({
      status: "failed",
      token_sealed: null,
    })
    expect(authorizations()).toEqual([])
  })

  it("ends as an error on a card that the service canceled, and that card is no longer offered", async () => {
    const { card_id } = await till.held({ customer_id: "cus_1" })
    const { subscription_id } = await till.card(card_id)
    sandbox.cards.cancelSubscription(subscription_id ?? "")
    const again = await till.chosen({ card_id, customer_id: "cus_1" })
    expect(await ask(again)).toMatchObject({ transaction: { status: "error" } })
    expect(await till.card(card_id)).toMatchObject({ status: "canceled" })
    expect(await modules.subscriptions.cards.savedOf("cus_1", "co")).toEqual([])
  })

  it("becomes unknown after its process died and is not sent by another one", async () => {
    const { cardTransactions } = modules.subscriptions
    const { id } = await till.chosen()
    const claimed = (await cardTransactions.claim(id)) ?? { id, fence: 0 }
    const send = () => cardTransactions.sending(claimed, async () => {})
    expect([await send(), await send()]).toEqual([true, false])
    expect(await cardTransactions.claim(id)).toBeNull()
    expect(await ask(await till.row(id))).toMatchObject({ outcome: "busy" })
    expect(await cardTransactions.silent(10)).toEqual([])

    await modules.advance(CARD_CALL_SECONDS)
    expect(await cardTransactions.silent(10)).toMatchObject([{ id }])
    expect(await ask(await till.row(id))).toMatchObject({ transaction: { status: "unknown" } })
    expect(sentCardRequests(modules)).toEqual([])
  })

  it("is not sent by a process that was frozen after it stored its send time", async () => {
    const { cardTransactions } = modules.subscriptions
    const { id } = await till.chosen()
    const sending = cardTransactions.sending.bind(cardTransactions)
    jest.spyOn(cardTransactions, "sending").mockImplementationOnce(async (...marked) => {
      const isOurs = await sending(...marked)
      await modules.advance(CARD_CALL_SECONDS)
      expect(await ask(await till.row(id))).toMatchObject({ transaction: { status: "unknown" } })
      return isOurs
    })
    expect(await ask(await till.row(id))).toMatchObject({ transaction: { status: "unknown" } })
    expect(authorizations()).toEqual([])
  })

  it("is not sent by a worker whose claim another worker took over", async () => {
    const { cardTransactions } = modules.subscriptions
    const { id } = await till.chosen()
    const slow = (await cardTransactions.claim(id)) ?? { id, fence: 0 }
    await modules.advance(CARD_CALL_SECONDS)
    expect(await ask(await till.row(id))).toMatchObject({ transaction: { status: "authorized" } })
    let noted = false
    const sending = await cardTransactions.sending(slow, async () => {
      noted = true
    })
    expect({ sending, noted }).toEqual({ sending: false, noted: false })
  })

  it("has no send time when its request row could not be written", async () => {
    const { cardTransactions } = modules.subscriptions
    const { id } = await till.chosen()
    const claimed = (await cardTransactions.claim(id)) ?? { id, fence: 0 }
    const sending = cardTransactions.sending(claimed, async () => {
      throw new Error("the disk is full")
    })
    await expect(sending).rejects.toThrow("the disk is full")
    expect(await till.row(id)).toMatchObject({ sent_at: null })
  })

  it("opens an anomaly when its late answer contradicts a webhook that was believed before it", async () => {
    const chosen = await till.chosen()
    proxy.meet(async (path) => {
      if (path === AUTHORIZE) {
        const { cardMoves } = modules.subscriptions
        await cardMoves.move(chosen.id, { to: "unknown", cause: "unclear" })
        await cardMoves.move(chosen.id, { to: "declined", cause: "webhook" })
      }
    })
    expect(await ask(chosen)).toMatchObject({ transaction: { status: "declined" } })
    const anomalies = await modules.pg("payin_anomaly")
    expect(anomalies).toMatchObject([
      {
        kind: "status_changed_after_final",
        subject: chosen.id,
        facts: {
          ...{ status: "declined", said: "authorized", reference: chosen.reference },
          // It may hold money: by this name a person asks the service.
          shown: { transaction_id: authorizations()[0].transaction_id },
        },
      },
    ])
  })
})

withModules(
  "a hold request that the service does not answer",
  { ...ONE_TRY.options, timeouts: { requestMs: 500 } },
  (modules) => {
    const till = new CardTill(modules)

    it("becomes unknown after the request timeout and is never sent again", async () => {
      const { id, card_id } = await till.chosen()
      await modules.subscriptions.cards.made(card_id, "sub_kept")
      let calls = 0
      modules.proxy.meet(() => {
        calls += 1
        return new Promise<never>(() => {})
      })
      const { transaction } = await holdOnCard(till.deps, await till.row(id))
      expect(transaction).toMatchObject({ status: "unknown", status_cause: "unclear" })
      await holdOnCard(till.deps, transaction)
      expect(calls).toBe(1)
    })
  }
)
