import { refundOwner } from "../destination"

const PAYER = { legal_doc_type: "CC", legal_doc: "1000000001" }

describe("whose account a refund goes to", () => {
  it.each([
    ["the payer's leaves", { document: PAYER, typed_by: null }, PAYER, false, []],
    [
      "a payer's whom an operator typed waits",
      { document: PAYER, typed_by: ["user_1"] },
      PAYER,
      true,
      ["user_1"],
    ],
    [
      "another number waits",
      { document: PAYER, typed_by: null },
      { ...PAYER, legal_doc: "2" },
      true,
      [],
    ],
    [
      "another type waits",
      { document: PAYER, typed_by: ["user_1"] },
      { ...PAYER, legal_doc_type: "CE" },
      true,
      [],
    ],
    [
      "anybody's waits while the payer is not known",
      { document: null, typed_by: null },
      PAYER,
      true,
      [],
    ],
  ])("%s", (_, payer, owner, other_person, makers) => {
    expect(refundOwner(payer, owner)).toEqual({ other_person, makers })
  })
})
