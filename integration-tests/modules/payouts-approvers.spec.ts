import { user, type Operator } from "../../src/domain/payout/actor"
import { operatorBehind } from "../../src/workflows/payout"
import { withModules } from "../support/modules/modules"
import { PAYOUT_OPTIONS } from "../support/modules/payout-options"
import { DESTINATION, MAKER, PayoutWorker } from "../support/payout-worker"

const KIM = "kim@shop.example"
const NAMED = {
  ...PAYOUT_OPTIONS,
  approvalAbove: { COP: 10_000 },
  approvers: [KIM, "user_named"],
}

withModules("an approver whom the option names by e-mail", NAMED, (modules) => {
  const worker = new PayoutWorker(modules)
  /** Medusa's own table of users, as far as the plugin reads it. */
  beforeAll(() =>
    modules.pg.raw(
      `create table "user" (id text primary key, email text, created_at timestamptz, deleted_at timestamptz)`
    )
  )
  beforeEach(async () => {
    worker.fill(1_000_000)
    await modules.pg("user").delete()
  })

  let day = 0
  const join = async (id: string, email = KIM) => {
    day += 1 // Each is younger than the one before.
    await modules.pg("user").insert({ id, email, created_at: new Date(day * 86_400_000) })
  }
  const remove = (id: string) => modules.pg("user").where({ id }).update({ deleted_at: new Date() })
  const signedIn = (id: string): Promise<Operator> =>
    operatorBehind(modules.container, { actor_type: "user", actor_id: id })
  /** What becomes of an approval by this user, and whether the money left. */
  async function approves(id: string, made_by: Operator = MAKER) {
    const made = await worker.make(40_000, {}, made_by)
    const decided = await worker.approve(made.id, await signedIn(id))
    await worker.run()
    const { code } = { code: undefined, ...decided }
    return [code ?? decided.outcome, worker.taken(made.id).length]
  }
  const APPROVED = ["done", 1]
  const REFUSED = ["not_an_approver", 0]

  it("is the user who had it first", async () => {
    await join("user_kim")
    expect(await approves("user_kim")).toEqual(APPROVED)
  })

  it("is not who was invited with it after the user was removed", async () => {
    await join("user_kim")
    await remove("user_kim")
    await join("user_again")
    expect(await approves("user_again")).toEqual(REFUSED)
    await remove("user_again")
    await join("user_once_more")
    expect(await approves("user_once_more")).toEqual(REFUSED)
  })

  it("is still the first user when another one takes it in other letters, and that one is none", async () => {
    await join("user_kim")
    await join("user_sly", "KIM@Shop.Example")
    expect(await approves("user_sly")).toEqual(REFUSED)
    // Also for what that one made: Kim is another person.
    expect(await approves("user_kim", user("user_sly"))).toEqual(APPROVED)
  })

  it("is not who has it with a letter that only looks the same, and becomes the same in lower case", async () => {
    await join("user_kim")
    expect("\u212Aim@shop.example".toLowerCase()).toBe(KIM)
    await join("user_sly", "\u212Aim@shop.example")
    expect(await approves("user_sly")).toEqual(REFUSED)
  })

  it("can be named by the id of the user instead, who then needs no e-mail", async () => {
    await join("user_before", "named@shop.example")
    await remove("user_before")
    await join("user_named", "named@shop.example")
    expect(await approves("user_named")).toEqual(APPROVED)
    await join("user_sly", "user_named")
    expect(await approves("user_sly")).toEqual(REFUSED)
  })

  it("is told why not, and who can change it, where another user had the e-mail", async () => {
    await join("user_kim")
    await remove("user_kim")
    await join("user_again")
    const { id } = await worker.make(40_000)
    const again = await signedIn("user_again")
    expect(await worker.approve(id, again)).toMatchObject({
      reason: expect.stringContaining("by the id of your user"),
    })
    const audit = await worker.payouts.audit.of(id)
    expect(audit.at(-1)).toMatchObject({
      ...{ action: "approval_refused", actor_id: "user_again" },
    })
    const { beneficiaries, confirmations } = worker.payouts
    const seller = await beneficiaries.create(
      {
        ...{ name: "Taller", account: "co", country: "CO", currency: "COP" },
        ...{ payment_method: "BANK_TRANSFER", destination: DESTINATION, stock_location_id: null },
      },
      MAKER
    )
    expect(await confirmations.approve("beneficiary", seller.id, 1, again)).toMatchObject({
      ...{ outcome: "refused", code: "not_an_approver", not_allowed: true },
    })
  })

  it("who was removed is nobody, with the token that Medusa still takes", async () => {
    await join("user_kim")
    await remove("user_kim")
    await expect(signedIn("user_kim")).rejects.toThrow("This user was removed")
    await expect(signedIn("user_nobody")).rejects.toThrow("This user was removed")
  })
})
