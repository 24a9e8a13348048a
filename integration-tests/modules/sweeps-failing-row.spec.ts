import { sweepCards } from "../../src/workflows/card/sweep"
import { lapseUnknown } from "../../src/workflows/card/lapse"
import { requeueTakenBack } from "../../src/workflows/card/taken-back"
import { requeueUnfinished } from "../../src/workflows/card/unfinished"
import { breakWriting } from "../support/gate"
import { CardTill } from "../support/modules/cards"
import { withModules, type Modules } from "../support/modules/modules"

const TABLE = "payin_card_transaction"

/** The columns of Medusa's tables that these sweeps read. */
const OF_MEDUSA = `
  create table if not exists "order" (id text, deleted_at timestamptz);
  create table if not exists payment (
    id text, payment_collection_id text, provider_id text, deleted_at timestamptz,
    captured_at timestamptz, canceled_at timestamptz);
  create table if not exists capture (
    id text, payment_id text, created_at timestamptz, deleted_at timestamptz);
  create table if not exists order_transaction (reference_id text, deleted_at timestamptz);`

withModules("a row of a sweep that cannot be written", {}, (modules) => {
  const till = new CardTill(modules)

  /** The sweeps take rows in the order of their ids or of their calls: the first one fails. */
  async function firstFails(ids: readonly string[]): Promise<string[]> {
    const [failing, ...others] = [...ids].sort()
    await breakWriting(modules.pg, { table: TABLE, event: "update", when: `new.id = '${failing}'` })
    return others
  }

  async function heldTwice(): Promise<string[]> {
    const ids = [(await till.held()).id, (await till.held()).id]
    await modules.pg(TABLE).whereIn("id", ids).update({
      order_id: "order_gone",
      apply_after: null,
      release_after: modules.pg.fn.now(),
    })
    return ids
  }

  async function expectRequeued(ids: readonly string[]): Promise<void> {
    for (const id of ids) expect((await till.row(id)).apply_after).not.toBeNull()
    expectOneComplaint(modules)
  }

  beforeEach(async () => {
    await modules.pg.raw(OF_MEDUSA)
  })

  it("keeps no other hold whose order Medusa took back from its turn", async () => {
    const others = await firstFails(await heldTwice())
    await requeueTakenBack(modules.container, 20)
    await expectRequeued(others)
  })

  it("keeps no other hold whose capture died from its turn", async () => {
    const ids = await heldTwice()
    for (const id of ids) {
      const { payment_collection_id, provider_id } = await till.row(id)
      await modules.pg("payment").insert({ id: `pay_${id}`, payment_collection_id, provider_id })
      const created_at = modules.pg.raw("now() - interval '1 day'")
      await modules.pg("capture").insert({ id: `capt_${id}`, payment_id: `pay_${id}`, created_at })
    }
    const others = await firstFails(ids)
    await requeueUnfinished(modules.container, 20)
    await expectRequeued(others)
  })

  it("keeps no other hold from ending that outlived every hold", async () => {
    const others = await firstFails([(await till.unanswered()).id, (await till.unanswered()).id])
    await modules.advance(30 * 86_400)
    await lapseUnknown(modules.container, 20)
    for (const id of others) expect(await till.row(id)).toMatchObject({ status: "released" })
    expectOneComplaint(modules)
  })

  it("keeps no other card call whose process died from becoming unknown", async () => {
    const others = await firstFails([(await till.asked()).id, (await till.asked()).id])
    await modules.advance(3_600)
    await sweepCards(modules.container)
    for (const id of others) expect(await till.row(id)).toMatchObject({ status: "unknown" })
  })
})

function expectOneComplaint({ log }: Modules): void {
  expect(log.lines.filter(({ level }) => level === "error")).toHaveLength(1)
}
