import { capturedFor, takenFor, takeOfHold } from "../hold-take"
import { majorAmount } from "../money"

const held = (exact: string, amount = exact) => ({
  order_amount: majorAmount(exact),
  amount: majorAmount(amount),
})

describe("what is taken of a hold", () => {
  it.each([
    ["the whole, when the order owes what it is for", "60000", "60000", "whole"],
    ["the whole, when the order owes more by now", "60000", "75000", "whole"],
    ["what the order owes still, when that is less", "60000", "45000.5", "45000.5"],
    ["no fraction of a cent", "60000", "45000.509", "45000.5"],
    ["nothing of an order that owes nothing", "60000", "0", "nothing"],
    ["nothing of an order that was paid too much", "60000", "-15000", "nothing"],
    ["nothing for less than a cent", "60000", "0.009", "nothing"],
  ])("%s", (_, exact, outstanding, taken) => {
    expect(takeOfHold(held(exact), majorAmount(outstanding))).toBe(taken)
  })

  it("is the whole when only its rounding makes the order owe less than what it was for", () => {
    expect(takeOfHold(held("60000.509", "60000.5"), majorAmount("60000.505"))).toBe("whole")
  })
})

describe("what core captures and what the card pays", () => {
  const hold = held("33334.3333", "33334.33")

  it.each([
    ["all of it", "33334.3333", "33334.33"],
    ["a part in centavos", "100.55", "100.55"],
    ["a part with a fraction of one", "100.555", "100.56"],
  ])("%s", (_, captured, taken) => {
    expect(takenFor(hold, majorAmount(captured))).toBe(taken)
  })

  it("is the whole of the order for the whole of the hold, and the part that was taken", () => {
    expect(capturedFor(hold, majorAmount("33334.33"))).toBe("33334.3333")
    expect(capturedFor(hold, majorAmount("100.55"))).toBe("100.55")
  })
})
