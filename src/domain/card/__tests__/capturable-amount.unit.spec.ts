import { capturedFor, takenFor, capturableOfHold } from "../capturable-amount"
import { majorAmount } from "../../money/amount"

const held = (exact: string, amount = exact) => ({
  order_amount: majorAmount(exact),
  amount: majorAmount(amount),
})

describe("the captured amount of a hold", () => {
  it.each([
    ["is the whole when the order owes what the hold is for", "60000", "60000", "whole"],
    ["is the whole when the order owes more by now", "60000", "75000", "whole"],
    ["is what the order still owes when that is less", "60000", "45000.5", "45000.5"],
    ["has no fraction of a cent", "60000", "45000.509", "45000.5"],
    ["is nothing of an order that owes nothing", "60000", "0", "nothing"],
    ["is nothing of an order that was paid too much", "60000", "-15000", "nothing"],
    ["is nothing for less than a cent", "60000", "0.009", "nothing"],
  ])("%s", (_, exact, outstanding, taken) => {
    expect(capturableOfHold(held(exact), majorAmount(outstanding))).toBe(taken)
  })

  it("is the whole when only the rounding of the hold makes the order owe less", () => {
    expect(capturableOfHold(held("60000.509", "60000.5"), majorAmount("60000.505"))).toBe("whole")
  })
})

describe("the amounts of a capture in Medusa and on the card", () => {
  const hold = held("33334.3333", "33334.33")

  it.each([
    ["are the whole order and the whole hold", "33334.3333", "33334.33"],
    ["are the same for a part in centavos", "100.55", "100.55"],
    ["differ by the rounding of a part with a fraction of a centavo", "100.555", "100.56"],
  ])("%s", (_, captured, taken) => {
    expect(takenFor(hold, majorAmount(captured))).toBe(taken)
  })

  it("are the whole order for the whole hold, and else the captured part", () => {
    expect(capturedFor(hold, majorAmount("33334.33"))).toBe("33334.3333")
    expect(capturedFor(hold, majorAmount("100.55"))).toBe("100.55")
  })
})
