import { readerOf, stored } from "../stored-sentence"

const SENTENCES = {
  plain: { es: "Listo (todo).", en: "Done (all of it)." },
  named: { es: "{b} de {a}", en: "{a} has {b}" },
} as const

const read = readerOf(SENTENCES)

describe("a sentence that is stored in one language", () => {
  it("is found again whatever it is punctuated with", () => {
    expect(read(stored(SENTENCES.plain))).toEqual(SENTENCES.plain)
  })

  it("puts its values where each language has them", () => {
    const kept = stored(SENTENCES.named, { a: "Ana", b: "1.5" })
    expect(kept).toBe("Ana has 1.5")
    expect(read(kept)).toEqual({ es: "1.5 de Ana", en: kept })
  })

  it("is none when a person wrote more, or less", () => {
    expect(read("Done (all of it). I called them.")).toBeNull()
    expect(read("So: Done (all of it).")).toBeNull()
    expect(read("Done all of it")).toBeNull()
  })
})
