import { namesFit, nameWords } from "../person-name"

it("a name is its words in one order, without accents, case and punctuation", () => {
  expect(nameWords("Peña, José  M.")).toEqual(["JOSE", "M", "PENA"])
  expect(nameWords("  ")).toEqual([])
})

it.each([
  ["Ana Gómez", "ANA GOMEZ", true],
  ["Ana Gómez", "Gómez Ana María", true],
  ["Ana María Gómez Ruiz", "ana ruiz", true],
  ["Ana Gómez", "Ana Pérez", false],
  ["Ana Gómez", "Luis Gómez Ruiz", false],
  ["Ana", "Anastasia", false],
  ["", "Ana Gómez", false],
  ["Ana Gómez", "-", false],
])("%s and %s may be one person's name: %s", (one, other, expected) => {
  expect(namesFit(one, other)).toBe(expected)
  expect(namesFit(other, one)).toBe(expected)
})
