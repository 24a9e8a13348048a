import { readFileSync } from "node:fs"
import path from "node:path"
import { parse } from "yaml"
import { problemsOf } from "../openapi/check"
import { docstring, unknownNames, words } from "../openapi/words"

const file = path.join(__dirname, "../../../docs/openapi.yaml")
const written = parse(readFileSync(file, "utf8"))
const RESOLVE = "/admin/payin/anomalies/{id}/resolve"

describe("docs/openapi.yaml", () => {
  it("is a document of OpenAPI 3.1 that can be read without this repository", () => {
    expect(problemsOf(written)).toEqual([])
  })

  it("describes every action of an anomaly", () => {
    const { description, requestBody } = written.paths[RESOLVE].post
    const { action } = requestBody.content["application/json"].schema.properties
    expect(action.enum.filter((one: string) => !description.includes(`\`${one}\``))).toEqual([])
  })

  it("is invalid with an unknown key, word or type, or without a required key", () => {
    const document = structuredClone(written)
    const { post } = document.paths[RESOLVE]
    post.summery = "?"
    delete post.requestBody.required
    delete post.responses["200"].description
    post.responses["200"].content.json = {}
    post.parameters[0].required = false
    document.components.schemas.Text.type = "text"
    expectEach(problemsOf(document), [
      /summery/,
      /requestBody must have required property 'required'/,
      /200 must have required property 'description'/,
      /"json"/,
      /parameters\/0\/required must be equal to constant/,
      /schemas\/Text\/type must be equal/,
    ])
  })

  it("is invalid when its parts contradict each other or name what its reader cannot look up", () => {
    const { info, paths, components } = structuredClone(written)
    const [{ post }, { get }] = [paths[RESOLVE], paths["/admin/payin/anomalies"]]
    post.requestBody.content["application/json"].schema.properties.note = {}
    post.description = "`{ action, note, destination? }`"
    post.parameters.shift()
    get.operationId = post.operationId
    get.parameters.push({ name: "day", in: "path", required: true, schema: { requierd: [] } })
    delete components.schemas.Text
    components.schemas.Refusal.requierd = ["type"]
    delete components.securitySchemes.admin
    info.description = "See docs/service.md#amounts, domain/fault."
    expectEach(problemsOf({ ...written, info, paths, components }), [
      /resolve: of note nothing is said/,
      /resolve: its text does not name transaction_id/,
      /resolve: id is not declared/,
      /two operations are called POST_admin_payin_anomalies_id_resolve/,
      /day is in no address/,
      /schema: Error: strict mode: unknown keyword: "requierd"/,
      /nothing stands at #\/components\/schemas\/Text/,
      /Refusal: Error: strict mode: unknown keyword: "requierd"/,
      /nothing describes the security admin/,
      /docs\/service\.md#amounts is named/,
      /domain\/fault is named/,
    ])
  })

  function expectEach(problems: string[], said: RegExp[]) {
    expect(said.filter((one) => !problems.some((problem) => one.test(problem)))).toEqual([])
  }
})

describe("the descriptions of the contract", () => {
  it.each([
    [
      "What a return page polls (docs/service.md#lookup). Else 404.",
      "What a return page polls. Else 404.",
    ],
    [
      "Webhooks (docs/service.md#notifications, docs/medusa.md#webhooks), stored.",
      "Webhooks, stored.",
    ],
    ["Also companies (docs/service.md#documents: NIT in CO).", "Also companies (NIT in CO)."],
    [
      "Seven days (as a link, docs/glossary.md#words-of-the-field) at most.",
      "Seven days (as a link) at most.",
    ],
    ["docs/service.md#customer-data: all six are required.", "All six are required."],
    ["`destination` holds the fields of docs/service.md#destination, once.", undefined],
    [
      "At most 1,000 rows (domain/payout-import tells its columns): all.",
      "At most 1,000 rows: all.",
    ],
    ["Of cards only (domain/card/answer.ts).", "Of cards only."],
    [
      "Its periods (`cycles`), money (in major units).",
      "Its periods (`cycles`), money (in major units).",
    ],
  ])("%s", (written, said) => {
    const expected = said ?? "`destination` holds the fields of `PayoutDestination`, once."
    expect(words(written)).toBe(expected)
    expect(unknownNames(words(written))).toEqual([])
  })

  it("are one line of a docstring", () => {
    expect(docstring("\n * One (docs/service.md#amounts)\n * two.\n ")).toBe("One two.")
  })

  it("may name a store's own file and routes, but nothing of this repository", () => {
    expect(unknownNames("as in medusa-config.ts, at /admin/payin/payouts, and/or README")).toEqual(
      []
    )
    const ours = "see notes.md, routes.ts, workflows/renew, promise 6 and {@link Shop}"
    expect(unknownNames(ours)).toHaveLength(5)
  })
})
