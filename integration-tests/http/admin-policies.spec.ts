import { Modules } from "@medusajs/framework/utils"
import request, { type Agent } from "supertest"
import { operatorToken } from "../support/people"
import { cardOrder } from "../support/card-checkout"
import { ORDERED } from "../support/payout-desk"
import { withShop } from "../support/shop"

const RBAC = { env: { MEDUSA_FF_RBAC: "true" }, alone: true } as const

withShop("a store with role-based access control", RBAC, (shop) => {
  /** A new operator whose role has these policies, such as `payin_payout:read`. */
  async function operatorWith(policies: string[]): Promise<Agent> {
    const rbac = shop.container.resolve(Modules.RBAC)
    const [role] = await rbac.createRbacRoles([
      { name: `Role of ${policies.join(", ") || "nothing"}` },
    ])
    for (const key of policies) {
      const [policy] = await rbac.listRbacPolicies({ key })
      await rbac.createRbacRolePolicies([{ role_id: role.id, policy_id: policy.id }])
    }
    const token = await operatorToken(shop.container, { roles: [role.id] })
    return request.agent(shop.url).auth(token, { type: "bearer" })
  }

  it("offers the plugin's policies to its roles", async () => {
    const rbac = shop.container.resolve(Modules.RBAC)
    const found = await rbac.listRbacPolicies({ resource: "payin_payout" })
    expect(found.map(({ key }) => key).sort()).toEqual([
      ...["payin_payout:approve", "payin_payout:conclude", "payin_payout:create"],
      ...["payin_payout:read", "payin_payout:send", "payin_payout:update"],
    ])
  })

  it("lets a user with the policy in, and answers 403 to one without", async () => {
    const reader = await operatorWith(["payin_payout:read"])
    const nobody = await operatorWith(["payin_event:read"])
    await reader.get("/admin/payin/payouts").expect(200)
    await reader.get("/admin/payin/payouts/payout_none").expect(404)
    await nobody.get("/admin/payin/payouts").expect(403)
    await nobody.get("/admin/payin/events").expect(200)
  })

  it("asks for each act by itself, before it looks whether the row exists", async () => {
    const reader = await operatorWith(["payin_payout:read", "payin_payout:create"])
    for (const act of ["approve", "cancel", "retry", "conclude", "reveal"]) {
      const answer = await reader.post(`/admin/payin/payouts/payout_none/${act}`).send({})
      expect([act, answer.status, answer.body.type]).toEqual([act, 403, "forbidden"])
    }
    const revealing = await operatorWith(["payin_personal_data:reveal"])
    await revealing.post("/admin/payin/payouts/payout_none/reveal").expect(404)
  })

  it("shows no payouts to a user who may only see orders", async () => {
    const maker = await operatorWith(["payin_payout:create"])
    const made = await maker
      .post("/admin/payin/payouts")
      .set("Idempotency-Key", "seen-by-orders")
      .send(ORDERED)
      .expect(201)
    const { id } = made.body.payout
    const { order } = await cardOrder(shop)
    await shop.pg("payin_payout").where({ id }).update({ order_id: order.id })
    const reader = await operatorWith(["order:read"])
    const { body } = await reader
      .get(`/admin/orders/${order.id}`)
      .query({ fields: "id,*payin_payouts" })
      .expect(200)
    expect(body.order.id).toBe(order.id)
    expect(JSON.stringify(body)).not.toContain(id)
  })

  it("does nothing for a user whose roles are none of the plugin's", async () => {
    const nobody = await operatorWith([])
    await nobody.get("/admin/payin/status").expect(403)
    await nobody.delete("/admin/payin/payout-rules/rule_none").expect(403)
  })
})
