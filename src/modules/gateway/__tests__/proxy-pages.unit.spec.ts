import { PayInGatewayService } from "../service"
import type { ServiceDouble } from "./service-double"
import {
  errorOf,
  holdRequest,
  payInRequest,
  payOutRequest,
  raw,
  rawOptions,
  startService,
} from "./service-double"

const PAGE = '<!doctype html><html><body>404 {"code":"44","error":"NOT_FOUND"}</body></html>'
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)
/** Those that HTTP knows, and those that proxies make up. */
const STATUSES = [
  ...[...range(200, 206), ...range(300, 308), ...range(400, 418), ...range(421, 431)],
  ...[444, 451, 460, 494, 499, ...range(500, 511), ...range(520, 530), 598, 599],
]
const RATE_LIMIT = 429
const SUBSCRIPTION = "sub_1"
const HOLD = "T-3000"
const amounts = () => {
  const { amount, tax } = holdRequest(SUBSCRIPTION)
  return { amount, tax }
}

let service: ServiceDouble

beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

/** What a call ends in under each status. None is kept back because those before it failed. */
async function answered(
  call: (gateway: PayInGatewayService) => Promise<unknown>
): Promise<{ status: number; error: unknown; outcome: unknown }[]> {
  const ended: { status: number; error: unknown; outcome: unknown }[] = []
  for (const status of STATUSES) {
    const gateway = new PayInGatewayService(
      {},
      rawOptions(service.url, {
        retries: { attempts: 1 },
        cardUrl: `${service.url}/cards`,
        webhookSecret: "hush-webhook",
        card: { id: "co" },
      })
    )
    service.reply(raw(status, PAGE, { "content-type": "text/html" }))
    const error = await errorOf(call(gateway))
    ended.push({ status, error, outcome: gateway.cards.outcomeOf(error) })
    await gateway.__hooks.onApplicationShutdown()
  }
  return ended
}

describe(`the page of a proxy under each of ${STATUSES.length} statuses`, () => {
  it("is no answer to a lookup: neither a status nor not known", async () => {
    const ended = await answered((by) => by.transactions.lookup("co", "pin_1"))
    const clear = { mayHaveHappened: false, safeToRepeat: true }
    for (const { status, error } of ended) expect({ status, error }).toMatchObject({ error: clear })
  })

  it.each<[string, (gateway: PayInGatewayService) => Promise<unknown>]>([
    ["link", (by) => by.payIn.create("co", payInRequest())],
    ["payout", (by) => by.payOut.create("co", payOutRequest())],
  ])("leaves open whether a %s was made", async (_what, create) => {
    const open = { mayHaveHappened: true, safeToRepeat: false }
    for (const { status, error } of await answered(create)) {
      expect({ status, error }).toMatchObject({ error: open })
    }
  })

  it.each<[string, (gateway: PayInGatewayService) => Promise<unknown>]>([
    ["hold", (by) => by.cards.authorize("co", holdRequest(SUBSCRIPTION))],
    [
      "renewal",
      (by) => by.cards.renew("co", { ...holdRequest(SUBSCRIPTION), linked_transaction_id: HOLD }),
    ],
    ["capture", (by) => by.cards.capture("co", { transaction_id: HOLD, ...amounts() })],
  ])("leaves open whether a %s happened, but for a rate limit", async (_what, call) => {
    for (const { status, outcome } of await answered(call)) {
      const kind = status === RATE_LIMIT ? "try_later" : "may_have_happened"
      expect({ status, outcome }).toMatchObject({ outcome: { kind } })
    }
  })
})
