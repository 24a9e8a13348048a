import { parseIpn, readIpn } from "../ipn"

describe("a notification", () => {
  it("is read only for its ticket, reference, status and card brand", () => {
    const body = {
      top_status: "approved",
      top_ticket: 123456789012345,
      top_reference: "pin_1",
      top_amount: 50000,
      top_user: { legal_doc: "1020304050" },
      top_card: { brand: "VISA" },
    }
    expect(readIpn(body)).toEqual({
      ticket: "123456789012345",
      signed_ticket: 123456789012345,
      reference: "pin_1",
      status: "APPROVED",
      type: "approved",
      card: { brand: "VISA" },
    })
    expect(parseIpn(Buffer.from(JSON.stringify(body)))).toEqual(readIpn(body))
  })

  it("without ticket, reference and status is still read", () => {
    const nothing = { ticket: null, reference: null, status: "UNKNOWN", type: "none" }
    expect(readIpn({})).toMatchObject(nothing)
    expect(readIpn({ top_status: null, top_ticket: null, top_reference: null })).toMatchObject(
      nothing
    )
  })

  it("keeps at most 32 characters of an unknown status", () => {
    expect(readIpn({ top_status: "x".repeat(1000) })).toMatchObject({
      status: "UNKNOWN",
      type: "x".repeat(32),
    })
  })

  it.each([[[]], ["text"], [7], [null], [{ top_ticket: {} }], [{ top_status: ["APPROVED"] }]])(
    "is not read from %j",
    (json) => {
      expect(readIpn(json)).toBeNull()
      expect(parseIpn(Buffer.from(JSON.stringify(json)))).toBeNull()
    }
  )

  it("is not read from a body that is no JSON", () => {
    for (const body of ["", "top_status=APPROVED", "{", "\u0000"]) {
      expect(parseIpn(Buffer.from(body))).toBeNull()
    }
  })
})
