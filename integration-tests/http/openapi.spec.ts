import { readFileSync } from "node:fs"
import path from "node:path"
import Ajv2020 from "ajv/dist/2020"
import { parse } from "yaml"
import { withShop } from "../support/shop"
import { sold } from "../support/sold"

const file = path.resolve(__dirname, "../../docs/openapi.yaml")
const { paths, components } = parse(readFileSync(file, "utf8"))

/** What a body has that the written contract does not, or the other way round; none is right. */
function differences(schema: string, body: unknown): string[] {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
  const validate = ajv.compile({ $ref: `#/components/schemas/${schema}`, components })
  validate(body)
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

/** The schema that the contract names for an answer. */
function answerOf(method: string, address: string, status = "200"): string {
  const { schema } = paths[address][method].responses[status].content["application/json"]
  return schema.$ref.split("/").at(-1)
}

withShop("docs/openapi.yaml", {}, (shop) => {
  it("says what is really answered, key by key", async () => {
    const sale = await sold(shop)
    const open = await shop.checkout("pe")
    const admin = await shop.admin()
    const { id } = await shop.row(sale.reference)
    await shop.ledger.anomalies.open({
      kind: "status_changed_after_final",
      subject: id,
      account: "co",
      transaction_id: id,
      facts: {},
    })

    const asked: [string, string][] = [
      ["/admin/payin/overview", "/admin/payin/overview"],
      ["/admin/payin/status", "/admin/payin/status"],
      ["/admin/payin/merchant", "/admin/payin/merchant"],
      ["/admin/payin/transactions", "/admin/payin/transactions"],
      ["/admin/payin/transactions/{id}", `/admin/payin/transactions/${id}`],
      ["/admin/payin/lookup/{ticket_or_reference}", `/admin/payin/lookup/${sale.reference}`],
      ["/admin/payin/anomalies", "/admin/payin/anomalies"],
      ["/admin/payin/events", "/admin/payin/events"],
      ["/admin/payin/payouts", "/admin/payin/payouts"],
      ["/admin/payin/beneficiaries", "/admin/payin/beneficiaries"],
      ["/admin/payin/subscriptions", "/admin/payin/subscriptions"],
      ["/admin/payin/audit", "/admin/payin/audit"],
      ["/admin/payin/destination-form", "/admin/payin/destination-form"],
    ]
    for (const [address, url] of asked) {
      const { body } = await admin.get(url).expect(200)
      expect([address, differences(answerOf("get", address), body)]).toEqual([address, []])
    }

    const methods = await shop.http().get("/store/payin/methods?country_code=co").expect(200)
    expect(differences(answerOf("get", "/store/payin/methods"), methods.body)).toEqual([])
    for (const { session } of [sale, open]) {
      const { body } = await shop.http().get(`/store/payin/sessions/${session.id}`).expect(200)
      const name = answerOf("get", "/store/payin/sessions/{payment_session_id}")
      expect(differences(name, body)).toEqual([])
    }
    const refused = await shop.http().get("/store/payin/methods").expect(400)
    expect(differences("Refusal", refused.body)).toEqual([])
  })

  it("would notice a key too many and one too few", async () => {
    const { body } = await shop.http().get("/store/payin/methods?country_code=co").expect(200)
    const [{ label: _, ...method }] = body.methods
    const wrong = { methods: [{ ...method, colour: "red" }] }
    expect(differences("StoreMethodsAnswer", wrong)).toHaveLength(2)
  })
})
