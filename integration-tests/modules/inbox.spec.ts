import { withModules } from "../support/modules/modules"
import type { NewEvent } from "../../src/modules/inbox/events"

const BODY = Buffer.from('{"top_reference":"pin_1","top_status":"APPROVED"}')

const event: NewEvent = {
  source: "ipn",
  type: "APPROVED",
  reference: "pin_1",
  transaction_id: "paytx_1",
  account: "co",
  raw: BODY,
  payload: {},
  signature: "valid",
  ignored: null,
}

withModules("the inbox", {}, (modules) => {
  it("stores the same body of a reference once", async () => {
    const first = await modules.inbox.events.store(event)
    expect(first).toMatchObject({ fresh: true })
    expect(await modules.inbox.events.store(event)).toEqual({ id: null, fresh: false })
  })
})
