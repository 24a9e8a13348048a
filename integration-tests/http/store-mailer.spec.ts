import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import path from "node:path"
import { compileFunction } from "node:vm"
import { Modules } from "@medusajs/framework/utils"
import ts from "typescript"
import { CANARY } from "../support/personal-data"
import { withShop, type Shop } from "../support/shop"

type Subscriber = (args: {
  event: { name: string; data: unknown }
  container: unknown
}) => Promise<void>

/** The example of a store's own subscriber in docs/events.md, as a store would load it. */
function example(): { default: Subscriber; config: { event: string[] } } {
  const page = readFileSync(path.join(__dirname, "../../docs/events.md"), "utf8")
  const [, source = ""] = /<!-- example: a mailer -->\s+```ts\n([^]*?)```/.exec(page) ?? []
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2021 },
  })
  const module = { exports: {} }
  const load = compileFunction(outputText, ["module", "exports", "require"])
  load(module, module.exports, createRequire(__filename))
  return Object.assign({ default: async () => undefined, config: { event: [] } }, module.exports)
}

/** What the store's mailer is asked to send. */
function mailbox(shop: Shop) {
  const sent: { to: string; channel: string; template: string; data: object }[] = []
  const scope = shop.container.createScope()
  const mailer = { createNotifications: async (mail: (typeof sent)[number]) => sent.push(mail) }
  scope.register(Modules.NOTIFICATION, { resolve: () => mailer })
  return { sent, scope }
}

withShop("a store's own mailer, as docs/events.md shows it", {}, (shop) => {
  it("writes to whoever has a voucher to pay, and when it was not paid; to nobody else", async () => {
    const { default: subscriber, config } = example()
    const { sent, scope } = mailbox(shop)
    const heard = config.event.map((name) => ({ name, ...shop.listen(name) }))
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
})
