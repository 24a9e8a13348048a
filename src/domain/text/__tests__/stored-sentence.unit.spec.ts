import { storedSentences } from "../stored-sentence"

const { read, write } = storedSentences({
  plain: { es: "Listo (todo).", en: "Done (all of it)." },
  named: { es: "{b} de {a}", en: "{a} has {b}" },
})

describe("a sentence that is stored in one language", () => {
  it("is found again with its punctuation", () => {
    expect(read(write("plain"))).toEqual({ es: "Listo (todo).", en: "Done (all of it)." })
  })

  it("has its values where each language puts them", () => {
    const stored = write("named", { a: "Ana", b: "1.5" })
    expect(stored).toBe("Ana has 1.5")
    expect(read(stored)).toEqual({ es: "1.5 de Ana", en: stored })
  })

  it.each(["Done (all of it). I called them.", "So: Done (all of it).", "Done all of it"])(
    "stays as written when a person wrote more or less: %s",
    (written) => {
      expect(read(written)).toEqual({ es: written, en: written })
    }
  )
})
