import { createSealer } from "../../src/domain/privacy/seal"
import { PayAgainAddresses } from "../../src/modules/ledger/pay-again-addresses"
import { withModules } from "../support/modules/modules"
import { together } from "../support/modules/together"

const DAY = 86_400
const ORDER = "order_1"
const key = (byte: number) => Buffer.alloc(32, byte).toString("base64")

withModules("addresses under which orders are paid again", {}, (modules) => {
  const addresses = () => modules.ledger.payAgain
  const under = (...bytes: number[]) =>
    new PayAgainAddresses(modules.pg, createSealer(bytes.map(key).join()))

  it("are one for each order, however many ask for it at once", async () => {
    const inserted = { table: "payin_pay_again", event: "insert" } as const
    const tokens = await together(modules.pg, inserted, () => addresses().tokenFor(ORDER, null))
    expect(new Set(tokens).size).toBe(1)
    expect(tokens[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(await addresses().tokenFor("order_2", null)).not.toBe(tokens[0])
    expect(await addresses().find(tokens[0])).toEqual({ order_id: ORDER, makers: [] })
  })

  it("stay the same for 30 days, and then lead nowhere while the order gets another", async () => {
    const token = await addresses().tokenFor(ORDER, "user_1")
    await modules.advance(30 * DAY - 60)
    expect(await addresses().tokenFor(ORDER, null)).toBe(token)
    expect(await addresses().find(token)).toMatchObject({ order_id: ORDER })

    await modules.advance(61)
    expect(await addresses().find(token)).toBeNull()
    const next = await addresses().tokenFor(ORDER, null)
    expect(next).not.toBe(token)
    expect(await addresses().find(token)).toBeNull()
    expect(await addresses().find(next)).toEqual({ order_id: ORDER, makers: [] })
  })

  it("keep who of the operators could have opened it, each once", async () => {
    for (const maker of ["user_2", null, "user_1", "user_2"]) {
      await addresses().tokenFor(ORDER, maker)
    }
    const token = await addresses().tokenFor(ORDER, null)
    expect(await addresses().find(token)).toEqual({
      order_id: ORDER,
      makers: ["user_1", "user_2"],
    })
  })

  it.each(["", "0".repeat(32), "A".repeat(32), "' or 1=1 --", "%00", "\0"])(
    "do not open by a guess such as %j",
    async (guess) => {
      await addresses().tokenFor(ORDER, null)
      expect(await addresses().find(guess)).toBeNull()
    }
  )

  it("cannot be read from the database, and none of its columns is one", async () => {
    const token = await addresses().tokenFor(ORDER, null)
    const row = await modules.pg("payin_pay_again").where({ order_id: ORDER }).first()
    expect(JSON.stringify(row)).not.toContain(token)
    expect(await addresses().find(row.seed)).toBeNull()
    expect(await addresses().find(row.token_hash)).toBeNull()
    // Whoever has a copy of the database and not the key derives another one.
    expect(await under(9).tokenFor(ORDER, null)).not.toBe(token)
  })

  it("outlive a change of the key, also when the old one is gone", async () => {
    const old = await under(1).tokenFor(ORDER, null)
    expect(await under(2, 1).tokenFor(ORDER, null)).toBe(old)
    expect(await under(2).find(old)).toMatchObject({ order_id: ORDER })
    const next = await under(2).tokenFor(ORDER, null)
    expect(next).not.toBe(old)
    expect(await under(2).find(next)).toMatchObject({ order_id: ORDER })
  })
})
