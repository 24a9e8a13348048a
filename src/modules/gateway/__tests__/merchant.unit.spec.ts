import { PayInGatewayService } from "../service"
import type { ServiceDouble } from "./service-double"
import { errorOf, json, rawOptions, startService } from "./service-double"

let service: ServiceDouble
let gateway: PayInGatewayService

beforeEach(async () => {
  service = await startService()
  gateway = new PayInGatewayService({}, rawOptions(service.url, { retries: { attempts: 1 } }))
})
afterEach(() => service.close())

const profile = (data: unknown) => {
  service.reply(json(200, { code: "01", status: "SUCCESS", message: "", data }))
  return gateway.merchant.profile("co")
}

it("reads the profile with GET and without a body", async () => {
  const data = { name: "Tienda", nit: 900123456, email: "a@b.co", currency: "cop", wallet: 1500 }
  expect(await profile(data)).toEqual({
    name: "Tienda",
    nit: "900123456",
    email: "a@b.co",
    currency: "COP",
    wallet: "1500",
  })
  expect(service.seen[0]).toMatchObject({ method: "GET", path: "/api/v1/merchant/me", text: "" })
})

it("converts the wallet exactly, with fractions, negative amounts and wire units", async () => {
  expect((await profile({ currency: "COP", wallet: 152340.55 })).wallet).toBe("152340.55")
  expect((await profile({ currency: "PEN", wallet: "-150" })).wallet).toBe("-1.5")
  const options = rawOptions(service.url, { amounts: { wallet: "major" } })
  const major = new PayInGatewayService({}, options)
  expect((await major.merchant.profile("co")).wallet).toBe("-150")
})

it("returns null for fields that are absent or cannot be converted", async () => {
  const nothing = { name: null, nit: null, email: null, currency: null, wallet: null }
  expect(await profile({ wallet: 5 })).toEqual(nothing)
  expect(await profile({ wallet: [], name: {}, currency: "COP" })).toEqual({
    ...nothing,
    currency: "COP",
  })
})

it("distinguishes refused credentials from an unclear answer", async () => {
  service.reply(json(401, { code: "00", error: "UNAUTHORIZED" }))
  expect(await errorOf(gateway.merchant.profile("co"))).toMatchObject({
    name: "RefusedError",
    reason: "credentials",
    safeToRepeat: false,
  })
  service.reply(json(200, { code: "00", error: "BUSY" }))
  expect(await errorOf(gateway.merchant.profile("co"))).toMatchObject({
    name: "UnclearError",
    reason: "failed",
    safeToRepeat: true,
  })
  expect(await errorOf(profile(null))).toMatchObject({ name: "UnclearError", reason: "malformed" })
})
