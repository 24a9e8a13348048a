import middlewares from "../../../src/api/middlewares"
import { ADMIN_POLICIES, namedPolicies } from "../../../src/domain/operator/admin-policies"
import policies from "../../../src/policies/payin"
import { ROUTES } from "../openapi/routes"

const ADMIN = "/admin/payin"

describe("the policies of Medusa's roles", () => {
  const routes = Object.keys(ROUTES).filter((route) => route.includes(` ${ADMIN}/`))

  it("name one for every admin route of the contract, and for no other", () => {
    const declared = Object.keys(ADMIN_POLICIES).map((route) => route.replace(" ", ` ${ADMIN}`))
    expect(declared.sort()).toEqual([...routes].sort())
  })

  it("are what Medusa is told about each of them", () => {
    const told = (middlewares.routes ?? []).flatMap(({ matcher, methods, policies: of }) =>
      of === undefined ? [] : [[`${methods?.join()} ${String(matcher)}`, of]]
    )
    expect(Object.fromEntries(told)).toEqual(
      Object.fromEntries(
        routes.map((route) => [route, [ADMIN_POLICIES[route.replace(` ${ADMIN}`, " ")]]])
      )
    )
  })

  it("are all offered to roles, each under a name of its own", () => {
    const key = ({ resource, operation }: { resource: string; operation: string }) =>
      `${resource}:${operation}`
    const offered = namedPolicies()
    expect(policies).toMatchObject({ policies: offered })
    expect(new Set(offered.map(({ name }) => name)).size).toBe(offered.length)
    expect(new Set(Object.values(ADMIN_POLICIES).map(key))).toEqual(new Set(offered.map(key)))
    expect(offered).toContainEqual({
      ...{ name: "ApprovePayinPayout", resource: "payin_payout", operation: "approve" },
    })
  })

  it("let nobody who may only read move money or see personal data in full", () => {
    for (const [route, { operation }] of Object.entries(ADMIN_POLICIES)) {
      const reads = route.startsWith("GET ") || route === "POST /status/test"
      expect([route, operation === "read"]).toEqual([route, reads])
    }
  })
})
