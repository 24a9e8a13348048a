import { randomBytes } from "node:crypto"
import { boot } from "../support/boot"
import { CANARY } from "../support/personal-data"
import { withShop } from "../support/shop"

const WRONG_PASSWORD = "canary-wrong-password-5b1e77"
const SECRETS = [
  WRONG_PASSWORD,
  CANARY.service.password,
  CANARY.service.token,
  CANARY.encryption_key,
  CANARY.co.legal_doc,
]

// A Medusa that is to refuse to boot is a process of its own, which takes its time.
jest.setTimeout(12 * 60_000)

const env = { PAYIN_PE_PASSWORD: WRONG_PASSWORD }

withShop("a store that boots", { env }, (shop) => {
  it("registers one provider for each account, and one for cards, beside Medusa's own", async () => {
    const rows: { id: string }[] = await shop.pg("payment_provider").where({ is_enabled: true })

    expect(rows.map((row) => row.id).sort()).toEqual([
      "pp_payin-card_co",
      "pp_payin_co",
      "pp_payin_pe",
      "pp_system_default",
    ])
  })

  it("reports an account's wrong credentials without showing any, and sells by the other account", async () => {
    const collection = await shop.collection((await shop.cart("pe")).id)

    const answer = await shop.postSession(collection, "pe", {
      payment_method: "QR",
      customer_data: CANARY.pe,
    })

    expect([answer.status, answer.body]).toEqual([
      400,
      expect.objectContaining({
        type: "invalid_data",
        message: expect.stringMatching(/^The payment could not be started\. .*try again later/),
      }),
    ])
    const diagnostics = shop.gateway.diagnostics()
    expect(JSON.stringify(diagnostics)).toMatch(/check the plugin's options/)
    const { body: status } = await (await shop.admin()).get("/admin/payin/status").expect(200)
    expect(status.problems).toMatchObject([
      { code: "credentials_refused", values: { account: "pe", operation: "payin.create" } },
    ])
    const row = await shop.pg("payin_transaction").where({ account: "pe" }).first()
    expect(row).toMatchObject({
      ...{ status: "failed", status_cause: "refused" },
      response_message:
        "The payment service does not accept this store's credentials (credentials).",
    })
    for (const secret of SECRETS) {
      expect(JSON.stringify([answer.body, diagnostics, row])).not.toContain(secret)
    }
    // The other account goes on selling.
    const { session } = await shop.checkout("co")
    expect(session.data).toMatchObject({ status: "pending" })
  })

  it("does not boot in production without an encryption key, and one line names the option", async () => {
    const { code, output } = await boot(shop, { PAYIN_ENCRYPTION_KEY: "", NODE_ENV: "production" })

    expect(code).toBe(1)
    const told = output.match(
      /medusa-plugin-payin: option \\?"encryptionKey\\?" is missing: .{10,}/g
    )
    expect(told).toHaveLength(1)
    for (const secret of SECRETS) {
      expect(output).not.toContain(secret)
    }
  })

  it("does not boot without the key that its stored rows need, and one line says what to do", async () => {
    await shop.checkout("co")

    const { code, output } = await boot(shop, {
      PAYIN_ENCRYPTION_KEY: randomBytes(32).toString("base64"),
    })

    expect(code).toBe(1)
    expect(output.match(/option \\?"encryptionKey\\?" lacks \d key/g)).toHaveLength(1)
    expect(output.match(/append the earlier keys to the comma list/g)).toHaveLength(1)
  })
})
