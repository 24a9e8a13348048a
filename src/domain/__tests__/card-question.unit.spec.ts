import { cardQuestions } from "../card-question"

describe("the open questions about cards", () => {
  const taken = { said: "transaction.captured", shown: { amount: "25000" } }
  const held = { said: "transaction.authorized", shown: { amount: "25000" } }

  it("tell of a capture if one of several does", () => {
    const asked = cardQuestions([
      { subject: "a", facts: taken },
      { subject: "a", facts: held },
      { subject: "b", facts: held },
    ])
    expect([...asked]).toEqual([
      ["a", { taken: true }],
      ["b", { taken: false }],
    ])
  })
})
