import request from "supertest"
import { headers } from "./support/shop"
import { servedSandbox } from "./support/served"

const sandbox = servedSandbox()
const resolve = (key: string) =>
  request(sandbox.url).get(`/api/v1/breb/key/${key}/resolve`).set(headers())

it("a known key has a holder, in the shape of the service's sample", async () => {
  const { status, body } = await resolve("@lucia-mora")
  expect(status).toBe(200)
  expect(body).toEqual({
    success: true,
    data: {
      key_status: "ACTIVE",
      key_type: "PHONE",
      customer_data: {
        ...{ full_name: "Lucía Mora Peña", legal_doc_type: "CC", legal_doc: "1032456789" },
        ...{ bank: "BANCO CONDOR", account_type: "AHORRO", account_number: "@lucia-mora" },
      },
    },
  })
})

it("the holder of any other key is hidden", async () => {
  const hidden = { full_name: "*****", legal_doc: "*****" }
  for (const key of ["@anybody", "constructor"]) {
    expect(await resolve(key)).toMatchObject({
      ...{ status: 200, body: { success: true, data: { customer_data: hidden } } },
    })
  }
})

it.each([
  ["unknown", 404, { success: false }],
  ["inactive", 200, { success: true, data: { key_status: "INACTIVE" } }],
  ["unsuccessful", 200, { success: false }],
  ["envelope", 200, { code: "01", data: { key_status: "ACTIVE" } }],
  ["broken", 500, { code: "00" }],
] as const)("a key can answer %s", async (answers, status, body) => {
  sandbox.configure({ brebKeys: { "3001234567": { answers } } })
  expect(await resolve("3001234567")).toMatchObject({ status, body })
})

it("a key can have a holder of the setting, and an answer without one", async () => {
  sandbox.configure({ brebKeys: { "@ana": { full_name: "Ana" }, "@none": { answers: "nobody" } } })
  expect((await resolve("@ana")).body.data.customer_data.full_name).toBe("Ana")
  expect((await resolve("@none")).body.data.customer_data).toBeUndefined()
})

it("the call needs credentials and meets the faults of its own operation", async () => {
  const bare = await request(sandbox.url).get("/api/v1/breb/key/@lucia-mora/resolve")
  expect(bare.status).toBe(401)
  sandbox.injectFault({ operation: "resolve", kind: "error_before" })
  expect((await resolve("@lucia-mora")).status).toBe(500)
  expect((await resolve("@lucia-mora")).status).toBe(200)
})
