import { randomUUID } from "node:crypto"
import request, { type Agent } from "supertest"
import { DESTINATION, ORDERED } from "../support/payout-desk"
import { withShop } from "../support/shop"

const ANA = "ana@shop.example"
const LOGIN = "ana.login@shop.example"
const PASSWORD = "a-password-of-a-test"
const SET = { options: { approvalAbove: { COP: 50_000 }, approvers: [ANA] } }

withShop("an approver whom the option names", SET, (shop) => {
  /** A user who is invited by an admin, registers a login of any e-mail, and signs in. */
  async function join(by: Agent, email: string, login: string) {
    const invited = await by.post("/admin/invites").send({ email }).expect(200)
    const { token } = invited.body.invite
    const registered = await anybody()
      .post("/auth/user/emailpass/register")
      .send({ email: login, password: PASSWORD })
      .expect(200)
    const { body } = await anybody()
      .post(`/admin/invites/accept?token=${token}`)
      .set("Authorization", `Bearer ${registered.body.token}`)
      .send({ email })
      .expect(200)
    return { id: String(body.user.id), agent: await signIn(login, PASSWORD) }
  }
  const anybody = () => request(shop.url)
  async function signIn(email: string, password: string): Promise<Agent> {
    const { body } = await anybody().post("/auth/user/emailpass").send({ email, password })
    return request.agent(shop.url).auth(String(body.token), { type: "bearer" })
  }
  const post = (by: Agent, path: string, body: object) =>
    by.post(`/admin/payin${path}`).set("Idempotency-Key", randomUUID()).send(body)
  const loginOf = (token: unknown) => {
    const [, claims = ""] = String(token).split(".")
    const read: { auth_identity_id: string } = JSON.parse(
      Buffer.from(claims, "base64url").toString()
    )
    return read.auth_identity_id
  }
  async function makePayout(by: Agent) {
    const { body } = await post(by, "/payouts", ORDERED).expect(201)
    const { id, version } = body.payout
    return (who: Agent) => post(who, `/payouts/${id}/approve`, { version })
  }

  it("cannot be replaced by an admin who removes them, invites their e-mail again and accepts it", async () => {
    const owner = await shop.admin()
    const sly = await shop.admin()
    const ana = await join(owner, ANA, LOGIN)
    await sly.delete(`/admin/users/${ana.id}`).expect(200)
    const taken = await join(sly, ANA, "sly@shop.example")

    const approve = await makePayout(sly)
    const said = await approve(taken.agent)
    expect([said.status, said.body.code]).toEqual([409, "not_an_approver"])
    expect(said.body.message).toContain("another user had it before you")
    const seller = { name: "Mine", currency_code: "COP", destination: DESTINATION }
    const { beneficiary } = (await post(sly, "/beneficiaries", seller).expect(201)).body
    const path = `/beneficiaries/${beneficiary.id}/approve`
    const confirmed = await post(taken.agent, path, { version: 1 })
    expect([confirmed.status, confirmed.body.code]).toEqual([409, "not_an_approver"])
  })

  it("is neither replaced nor silenced by an admin who invites their e-mail in capitals", async () => {
    const sly = await shop.admin()
    const ana = await join(await shop.admin(), ANA, LOGIN)
    const other = await join(sly, "ANA@SHOP.EXAMPLE", "sly@shop.example")
    const approve = await makePayout(sly)
    expect((await approve(other.agent)).body.code).toBe("not_an_approver")
    await approve(ana.agent).expect(200)
    const theirs = await makePayout(other.agent)
    await theirs(ana.agent).expect(200)
  })

  it("cannot be signed in as by an admin who asks Medusa for the token that sets their password", async () => {
    const sly = await shop.admin()
    const ana = await join(await shop.admin(), ANA, LOGIN)
    const reset = (by: Agent, id: string) => by.post(`/admin/users/${id}/reset-password`)
    // The login has another e-mail than its user: a user who has that one resets it.
    const namesake = await join(sly, LOGIN, "sly@shop.example")
    const refused = await reset(sly, namesake.id)
    expect([refused.status, refused.body.type]).toEqual([403, "forbidden"])
    expect(refused.text).not.toContain("token")
    await reset(ana.agent, namesake.id).expect(200)

    // Of anybody else Medusa answers it: then that person's password is the asker's.
    const friend = await join(sly, "luis@shop.example", "luis@shop.example")
    const { token } = (await reset(sly, friend.id).expect(200)).body
    await anybody()
      .post("/auth/user/emailpass/update")
      .set("Authorization", `Bearer ${token}`)
      .send({ password: "another-password" })
      .expect(200)
    const { body } = await (
      await signIn("luis@shop.example", "another-password")
    )
      .get("/admin/users/me")
      .expect(200)
    expect(body.user.id).toBe(friend.id)
    await anybody().post(`/admin/users/${namesake.id}/reset-password`).expect(401)
  })

  it("cannot be signed in as by an admin, or a key, who runs a workflow of Medusa by its id", async () => {
    const sly = await shop.admin()
    const ana = await join(await shop.admin(), ANA, LOGIN)
    const registered = await anybody()
      .post("/auth/user/emailpass/register")
      .send({ email: "mask@shop.example", password: PASSWORD })
      .expect(200)
    const input = {
      authIdentityId: loginOf(registered.body.token),
      actorType: "user",
      value: ana.id,
    }
    const run = (by: Agent, workflow: string) =>
      by.post(`/admin/workflows-executions/${workflow}/run`).send({ input })
    const { body } = await sly.post("/admin/api-keys").send({ title: "robot", type: "secret" })
    const robot = request.agent(shop.url).auth(String(body.api_key.token), "")
    for (const by of [sly, robot]) {
      const refused = await run(by, "set-auth-app-metadata-workflow")
      expect([refused.status, refused.body.type]).toEqual([403, "forbidden"])
      expect(refused.body.message).toContain("workflowRuns")
    }
    const mask = await signIn("mask@shop.example", PASSWORD)
    await mask.get("/admin/users/me").expect(401)

    // The workflow by which an admin would give her e-mail to another user.
    expect((await run(sly, "update-users-workflow")).status).toBe(403)
    Object.assign(shop.gateway.options, { workflowRuns: ["set-auth-app-metadata-workflow"] })
    await run(sly, "set-auth-app-metadata-workflow").expect(200)
    expect((await run(sly, "update-users-workflow")).status).toBe(403)
    Object.assign(shop.gateway.options, { workflowRuns: [] })
  })

  it("opens no file of a colleague that acts as them: a page and a picture with script are not stored", async () => {
    const admin = await shop.admin()
    const upload = (name: string, contentType: string) =>
      admin
        .post("/admin/uploads")
        .attach("files", Buffer.from("<script>1</script>"), { filename: name, contentType })
    for (const name of ["invoice.html", "invoice.svg", "photo.png.xhtml"]) {
      const refused = await upload(name, "image/png")
      expect([name, refused.status, refused.body.field]).toEqual([name, 400, "files"])
      const announced = await admin
        .post("/admin/uploads/presigned-urls")
        .send({ originalname: name, mime_type: "image/png", size: 18 })
      expect([name, announced.status]).toEqual([name, 400])
    }
    await upload("photo.png", "text/html").expect(400)
    await admin
      .post("/admin/uploads/presigned-urls")
      .send({ originalname: "photo.png", mime_type: "text/html", size: 18 })
      .expect(400)
    const taken = [await upload("photo.png", "image/png").expect(200)]
    Object.assign(shop.gateway.options, { uploads: "any" })
    taken.push(await upload("logo.svg", "image/svg+xml").expect(200))
    Object.assign(shop.gateway.options, { uploads: "checked" })
    for (const { body } of taken) {
      await admin.delete(`/admin/uploads/${body.files[0].id}`).expect(200)
    }
  })

  it("who was removed makes no payment link, and nothing else, with the token of before", async () => {
    const owner = await shop.admin()
    const gone = await join(owner, "gone@shop.example", "gone@shop.example")
    await owner.delete(`/admin/users/${gone.id}`).expect(200)
    for (const path of ["/orders/order_none/payment-link", "/subscriptions/paysub_none/cancel"]) {
      expect([path, (await post(gone.agent, path, {})).status]).toEqual([path, 401])
    }
    await gone.agent.post("/admin/payin/status/test").expect(401)
  })

  it("cannot be become by changing the e-mail of a user", async () => {
    const sly = await shop.admin()
    const friend = await join(sly, "friend@shop.example", "friend@shop.example")
    const changed = await sly.post(`/admin/users/${friend.id}`).send({ email: ANA })
    const { body } = await sly.get(`/admin/users/${friend.id}`).expect(200)
    expect([changed.status < 500, body.user.email]).toEqual([true, "friend@shop.example"])
  })
})
