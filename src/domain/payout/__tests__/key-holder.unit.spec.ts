import {
  fitsKey,
  holderAfter,
  isAnotherNamed,
  isHolderKnown,
  keyStanding,
  namedAfter,
  type KeyDoubt,
  type KeyHolder,
} from "../key-holder"
import { majorAmount } from "../../money/amount"

const WRITTEN = {
  account_number: "@lucia-mora",
  full_name: "Lucía Mora Peña",
  legal_doc: "1032456789",
  legal_doc_type: "CC",
}
const HOLDER: KeyHolder = {
  full_name: "LUCIA MORA PENA",
  legal_doc: "1032456789",
  legal_doc_type: "CC",
  bank: "BANCO CONDOR",
}
const standing = (change: Partial<KeyHolder> = {}) =>
  keyStanding("payout_1", WRITTEN, { status: "active", holder: { ...HOLDER, ...change } })
const shown = (change: Partial<KeyHolder> = {}) => {
  const now = standing(change)
  if (now.outcome !== "holder") throw new Error(now.doubt)
  return now.shown
}

it("an operator sees initials, the last three digits and the bank, and no name or document", () => {
  expect(shown()).toMatchObject({
    ...{ name: "L. M. P.", document: "789", bank: "BANCO CONDOR", differs: false },
  })
  expect(JSON.stringify(shown())).not.toMatch(/lucia|mora|1032456/i)
})

it.each([
  [{ legal_doc: "1032456788" }, "key_other_person"],
  [{ legal_doc_type: "CE" }, "key_other_person"],
  [{ legal_doc: "*******788" }, "key_other_person"],
  [{ legal_doc: "204*******" }, "key_other_person"],
  [{ legal_doc: "********88" }, "key_other_person"],
])("another document is another person: %j", (change, doubt) => {
  expect(standing(change)).toEqual({ outcome: "doubt", doubt })
})

it.each([
  ["nobody holds it", { status: "not_found" } as const, "key_not_found"],
  ["no clear answer", null, "key_unclear"],
  [
    "a mask that shows more than the document has",
    { status: "active", holder: { ...HOLDER, legal_doc: "103245678*456789" } } as const,
    "key_other_person",
  ],
])("%s: nothing may be paid", (_title, answer, doubt) => {
  expect(keyStanding("payout_1", WRITTEN, answer)).toEqual({ outcome: "doubt", doubt })
})

it.each<[Partial<KeyHolder>, boolean]>([
  [{}, false],
  [{ full_name: "Mora Peña, Lucía" }, false],
  [{ legal_doc_type: null }, false],
  [{ legal_doc: "1.032.456.789" }, false],
  [{ legal_doc: "*******789" }, false],
  [{ legal_doc: "1032****89" }, false],
  [{ full_name: "Lucía Mora" }, true],
  [{ full_name: "L**** M*** P***" }, true],
  [{ full_name: "Otra", legal_doc: "**********" }, true],
  [{ full_name: "" }, false],
  [{ full_name: "*****", legal_doc: "*****", legal_doc_type: null }, false],
  [{ legal_doc: "********89" }, false],
  [{ legal_doc: "**********" }, false],
  [{ legal_doc: "10****89" }, true],
  [{ legal_doc: "***********************789" }, true],
  [{ legal_doc: "" }, false],
])("the holder %j is for a person to decide: %s", (change, differs) => {
  expect(shown(change).differs).toBe(differs)
})

it("who is hidden after another holder was seen is not known", () => {
  const [other, hidden] = [shown({ full_name: "Otra" }), shown({ full_name: "*****" })]
  expect(isHolderKnown(other, hidden, true)).toBe(false)
  expect(isHolderKnown(shown(), hidden, false)).toBe(true)
  expect(isHolderKnown(hidden, hidden, false)).toBe(true)
  expect(isHolderKnown(other, shown(), false)).toBe(true)
})

it.each<[string, (Partial<KeyHolder> | KeyDoubt)[], boolean]>([
  ["nobody", [], false],
  ["the written person", [{}], false],
  ["another person", [{ full_name: "Otra" }], true],
  ["another person, and nobody then", [{ full_name: "Otra" }, "key_not_found"], true],
  ["another person, and no clear answer then", [{ full_name: "Otra" }, "key_unclear"], true],
  ["another person, hidden then", [{ full_name: "Otra" }, { full_name: "*****" }], true],
  ["another person, and the written one then", [{ full_name: "Otra" }, {}], false],
  ["a person with another document", ["key_other_person"], true],
  [
    "a person with another document, hidden then",
    ["key_other_person", { full_name: "*****" }],
    true,
  ],
  ["a person with another document, and the written one then", ["key_other_person", {}], false],
  ["a mask of another length", [{ legal_doc: "***789" }], true],
])("the service named %s: another person may be behind it: %s", (_title, answers, another) => {
  const named = answers.reduce<ReturnType<typeof namedAfter>>(
    (before, one) =>
      namedAfter("payout_1", before, WRITTEN, typeof one === "string" ? one : shown(one)),
    null
  )
  expect(isAnotherNamed("payout_1", named, WRITTEN)).toBe(another)
  const other = { ...WRITTEN, account_number: "@other" }
  expect(isAnotherNamed("payout_1", named, other)).toBe(false)
  // What another key of the payout is answered changes nothing.
  const after = namedAfter("payout_1", named, other, "key_other_person")
  expect(isAnotherNamed("payout_1", after, WRITTEN)).toBe(another)
})

it("whoever the service named becomes the written person by their name alone, and by no name with another document", () => {
  const renamed = { ...WRITTEN, full_name: "Otra" }
  const byName = namedAfter("payout_1", null, WRITTEN, shown({ full_name: "Otra" }))
  expect(isAnotherNamed("payout_1", byName, renamed)).toBe(false)
  const byDocument = namedAfter("payout_1", null, WRITTEN, "key_other_person")
  expect(isAnotherNamed("payout_1", byDocument, renamed)).toBe(true)
})

it("who was seen stays known, and another holder does not", () => {
  const [other, third] = [shown({ full_name: "Otra" }), shown({ full_name: "Tercera" })]
  expect(isHolderKnown(null, shown(), false)).toBe(true)
  expect(isHolderKnown(null, other, false)).toBe(false)
  expect(isHolderKnown(shown(), other, false)).toBe(false)
  expect(isHolderKnown(other, shown({ full_name: "OTRA" }), false)).toBe(true)
  expect(isHolderKnown(other, third, false)).toBe(false)
})

it("who is seen by a mask of another length stays for a person to decide, whatever name is written", () => {
  const masked = shown({ legal_doc: "***789" })
  expect(isHolderKnown(masked, masked, false)).toBe(true)
  expect(isHolderKnown(shown(), masked, false)).toBe(false)
  expect(holderAfter("payout_1", masked, WRITTEN, WRITTEN)?.differs).toBe(true)
})

it("who holds a key stays known while the key stays, and is compared with the name that is written now", () => {
  const [own, other] = [shown(), shown({ full_name: "Otra Persona" })]
  const after = (
    kept: typeof own | null,
    change: object,
    before: typeof WRITTEN | null = WRITTEN
  ) => holderAfter("payout_1", kept, before, { ...WRITTEN, ...change })?.differs
  expect(after(other, {})).toBe(true)
  expect(after(other, { full_name: "Persona Otra" })).toBe(false)
  expect(after(own, {})).toBe(false)
  expect(after(own, { full_name: "Otra Persona" })).toBe(true)
  expect(after(shown({ full_name: "*****" }), { full_name: "Otra Persona" })).toBe(false)
  expect(after(other, { account_number: "@other" })).toBeUndefined()
  expect(after(null, {})).toBeUndefined()
  expect(after(other, {}, null)).toBeUndefined()
})

it("the print of a holder is another one for another payout and another key", () => {
  const answer = { status: "active", holder: HOLDER } as const
  const prints = [
    keyStanding("payout_1", WRITTEN, answer),
    keyStanding("payout_2", WRITTEN, answer),
    keyStanding("payout_1", { ...WRITTEN, account_number: "@other" }, answer),
  ].map((one) => (one.outcome === "holder" ? one.shown.print : null))
  expect(new Set(prints).size).toBe(3)
})

it.each([
  ["11552000", "COP", true],
  ["11552001", "COP", false],
  ["1", "PEN", false],
])("a key takes %s %s: %s", (amount, currency, fits) => {
  expect(fitsKey(majorAmount(amount), currency)).toBe(fits)
})
