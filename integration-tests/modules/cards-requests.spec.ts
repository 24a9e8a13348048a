import { randomUUID } from "node:crypto"
import { withModules } from "../support/modules/modules"

withModules("the requests of a card", {}, (modules) => {
  const requests = () => modules.subscriptions.cardRequests
  const kept = async (card_id: string, id = randomUUID()) => {
    const request = { account: "co", call: "authorize", card_transaction_id: null } as const
    await requests().keep({ id, card_id, ...request })
    return id
  }

  it("are shown for that card alone, the newest first", async () => {
    const first = await kept("paycard_1")
    await kept("paycard_2")
    const second = await kept("paycard_1")
    const shown = await requests().ofCard("paycard_1")
    expect(shown.map(({ id }) => id)).toEqual([second, first])
  })

  it("are limited to the newest hundred", async () => {
    for (let one = 0; one < 101; one++) await kept("paycard_1")
    expect(await requests().ofCard("paycard_1")).toHaveLength(100)
  })

  it("are written with the step that they belong to, or not at all", async () => {
    const writing = modules.pg.transaction(async (trx) => {
      const request = { account: "co", call: "capture", card_transaction_id: null } as const
      await requests().keep({ id: randomUUID(), card_id: "paycard_1", ...request }, trx)
      throw new Error("the step failed")
    })
    await expect(writing).rejects.toThrow("the step failed")
    expect(await requests().ofCard("paycard_1")).toEqual([])
  })
})
