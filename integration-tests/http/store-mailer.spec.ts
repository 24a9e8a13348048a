import { createRequire } from "node:module"
import { Modules } from "@medusajs/framework/utils"
import { z } from "zod"
import * as plugin from "../../src/exports"
import { BackOffice } from "../support/back-office"
import { blocksOf, readPage, runBlock } from "../support/docs/blocks"
import { PayoutDriver } from "../support/payout-driver"
import { CANARY } from "../support/personal-data"
import { withShop, type Shop } from "../support/shop"
import { refundee, sold } from "../support/sold"

type Subscriber = (args: {
  event: { name: string; data: unknown }
  container: unknown
}) => Promise<void>

const SUBSCRIBER = z.object({
  default: z.custom<Subscriber>((value) => typeof value === "function"),
  config: z.object({ event: z.union([z.string(), z.array(z.string())]) }),
})

/** A subscriber of docs/events.md, as a store would load it, and the events that it hears. */
async function example(file: string, mailer: object = {}) {
  const blocks = blocksOf(readPage("docs/events.md"), "ts")
  const [{ code }] = blocks.filter((block) => block.code.includes(file))
  const load = createRequire(__filename)
  const own = new Map<string, object>([
    ["medusa-plugin-payin", plugin],
    ["../lib/mailer", mailer],
  ])
  const modules = (name: string) => own.get(name) ?? load(name)
  const { default: subscriber, config } = SUBSCRIBER.parse(await runBlock(code, modules))
  return { subscriber, events: [config.event].flat() }
}

/** What the store's mailer is asked to send. */
function mailbox(shop: Shop) {
  const sent: { to: string; channel: string; template: string; data: object }[] = []
  const scope = shop.container.createScope()
  const mailer = { createNotifications: async (mail: (typeof sent)[number]) => sent.push(mail) }
  scope.register(Modules.NOTIFICATION, { resolve: () => mailer })
  return { sent, scope }
}

withShop("a store's mailer from docs/events.md", {}, (shop) => {
  it("sends a mail for a voucher to pay and for its failed payment, and none for another method", async () => {
    const { subscriber, events } = await example("payin-mail.ts")
    const { sent, scope } = mailbox(shop)
    const heard = events.map((name) => ({ name, ...shop.listen(name) }))
    expect(heard.map(({ name }) => name)).toHaveLength(3)

    const voucher = await shop.checkout("co", { payment_method: "EFECTY" })
    const quick = await shop.checkout("co", { payment_method: "PSE" })
    shop.sandbox.settle(voucher.reference, { status: "REJECTED" })
    await shop.digested(voucher.reference)
    expect((await shop.row(quick.reference)).status).toBe("pending")
    for (const { name, data } of heard) {
      for (const event of data) {
        await subscriber({ event: { name, data: event }, container: scope })
      }
    }

    expect(sent).toEqual([
      {
        to: CANARY.co.email,
        channel: "email",
        template: "voucher-to-pay",
        data: expect.objectContaining({ payment_url: voucher.session.data.payment_url }),
      },
      expect.objectContaining({ to: CANARY.co.email, template: "payment-failed" }),
    ])
  })

  it("asks the buyer for the refund destination with a working link, which no admin reads in Medusa's notifications", async () => {
    const sent: { to: string; template: string; data: object }[] = []
    const mailer = { sendMail: async (mail: (typeof sent)[number]) => sent.push(mail) }
    const { subscriber, events } = await example("payin-refund-mail.ts", mailer)
    const { sent: noted, scope } = mailbox(shop)
    const [{ name, data }] = events.map((event) => ({ name: event, ...shop.listen(event) }))
    const payoutDriver = new PayoutDriver(shop)
    await refundee(shop, payoutDriver).refund(await sold(shop), 10_000)
    await shop.until(async () => {
      await payoutDriver.runIn(31)
      return data.length > 0 ? true : null
    })
    for (const event of data) await subscriber({ event: { name, data: event }, container: scope })

    expect(sent).toMatchObject([{ to: CANARY.co.email, template: "refund-destination" }])
    const [{ data: mail }] = sent
    const { url } = z.object({ url: z.string() }).parse(mail)
    expect((await fetch(url)).status).toBe(200)
    expect(noted).toEqual([])
  })

  it("sends the buyer of an order whose payment failed to the page where it is paid again", async () => {
    const { subscriber, events } = await example("payin-pay-again-mail.ts")
    const { sent, scope } = mailbox(shop)
    const { order } = await sold(shop)
    const office = await BackOffice.of(shop)
    await office.edit(order.id, { "CAFE-GRANO": 2 })
    const heard = events.map((name) => ({ name, ...shop.listen(name) }))
    const { body } = await office.link(order.id).expect(200)
    const { reference } = body.payment_link
    shop.sandbox.settle(reference, { status: "REJECTED" })
    await shop.digested(reference)
    for (const { name, data } of heard) {
      for (const event of data) await subscriber({ event: { name, data: event }, container: scope })
    }

    expect(sent).toMatchObject([{ to: CANARY.co.email, template: "pay-again" }])
    const { url } = z.object({ url: z.string() }).parse(sent[0].data)
    const page = await fetch(url)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain("El pago anterior no llegó")
  })
})
