import fc from "fast-check"
import { noteText, systemNote } from "../system-note"

const value = fc.stringMatching(/^[a-zA-Z0-9_.]{1,30}$/)

describe("a note of the system", () => {
  it("is stored in English and read in both languages, with the same values", () => {
    fc.assert(
      fc.property(value, value, (owed, share) => {
        const stored = systemNote("share_part", { owed, share })
        expect(noteText(stored)).toEqual({
          es: `Volvió mercancía, se devolvió dinero o bajó su precio: se deben ${owed} de ${share}.`,
          en: stored,
        })
      })
    )
  })

  it("without values is read in both languages", () => {
    expect(noteText(systemNote("parcel_canceled"))).toEqual({
      es: "Se canceló la entrega.",
      en: "The fulfillment was canceled.",
    })
  })

  it("contains the id of its order in every language", () => {
    const order = "order_1"
    const stored = systemNote("booked", { order })
    expect(Object.values(noteText(stored)).every((text) => text.includes(order))).toBe(true)
  })

  it("is left unchanged when a person wrote it", () => {
    fc.assert(
      fc.property(fc.string(), (written) => {
        const text = noteText(`${written}!`)
        expect(text).toEqual({ es: `${written}!`, en: `${written}!` })
      })
    )
    expect(noteText("The fulfillment was canceled. I called them.")).toEqual({
      es: "The fulfillment was canceled. I called them.",
      en: "The fulfillment was canceled. I called them.",
    })
  })
})
