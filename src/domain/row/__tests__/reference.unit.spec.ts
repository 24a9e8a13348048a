import {
  derivedReference,
  hashIpnKey,
  ipnKeyMatches,
  isCardReference,
  isLinkOrPayoutReference,
  isPayOutReference,
  newIpnKey,
  newReference,
  notifiedReference,
  notifiedTicket,
  parseReference,
  parseTicket,
  sameTicket,
} from "../reference"

describe("a reference", () => {
  it("has a form that the service accepts, and is never made twice", () => {
    const references = Array.from({ length: 5000 }, () => newReference())
    expect(new Set(references).size).toBe(references.length)
    for (const reference of references) {
      expect(reference).toMatch(/^pin_[0-9a-hjkmnp-tv-z]{26}$/)
      expect(reference.length).toBeLessThanOrEqual(36)
      expect(parseReference(reference)).toBe(reference)
    }
  })

  it("of a card is known by its form, in any case", () => {
    const reference = newReference("card")
    for (const ours of [reference, reference.toUpperCase(), derivedReference("card", "sub", 1)]) {
      expect(isCardReference(ours)).toBe(true)
    }
    for (const other of ["", "crd_other", `${reference}0`, newReference(), ` ${reference}`]) {
      expect(isCardReference(other)).toBe(false)
    }
  })

  it("of a link or payout is known by its form, in any case", () => {
    const link = newReference()
    for (const ours of [link, newReference("payOut"), derivedReference("payOut", "refund", 1)]) {
      expect(isLinkOrPayoutReference(ours)).toBe(true)
    }
    const others = ["", "pin_other", `${link}0`, newReference("card")]
    expect(others.filter(isLinkOrPayoutReference)).toEqual([])
  })

  it("distinguishes payouts from pay-ins and cards", () => {
    expect(isPayOutReference(newReference("payOut"))).toBe(true)
    expect(isPayOutReference(newReference("payIn"))).toBe(false)
    expect(isPayOutReference(newReference("card"))).toBe(false)
    expect(newReference("card")).toMatch(/^crd_/)
  })

  it("that derives from what it pays is the same in every copy, and another one for another try", () => {
    const first = derivedReference("payOut", "refund", "ref_1", 1)
    expect(first).toMatch(/^out_[0-9a-hjkmnp-tv-z]{26}$/)
    expect(derivedReference("payOut", "refund", "ref_1", 1)).toBe(first)
    const others = [
      derivedReference("payOut", "refund", "ref_1", 2),
      derivedReference("payOut", "refund", "ref_11", 1),
      derivedReference("payOut", "rule", "ref_1", 1),
      derivedReference("payOut", "refundref", "_1", 1),
      derivedReference("card", "refund", "ref_1", 1),
    ]
    expect(new Set([first, ...others]).size).toBe(6)
  })

  it("made later sorts later", () => {
    jest.useFakeTimers({ now: Date.UTC(2026, 0, 1) })
    try {
      const earlier = newReference()
      jest.setSystemTime(Date.UTC(2026, 0, 1) + 1)
      const later = newReference()
      jest.setSystemTime(Date.UTC(2226, 0, 1))
      const muchLater = newReference()
      expect([muchLater, earlier, later].sort()).toEqual([earlier, later, muchLater])
    } finally {
      jest.useRealTimers()
    }
  })

  it.each(["", "a b", "ä", "a/b", "a.b", "x".repeat(37), "pin_1\n", "../../x", "%70in"])(
    "is not read from %j",
    (text) => {
      expect(parseReference(text)).toBeNull()
    }
  )

  it("with another prefix is read too, up to 36 characters", () => {
    expect(parseReference("pout_ABC-123")).toBe("pout_ABC-123")
    expect(parseReference("x".repeat(36))).toBe("x".repeat(36))
  })
})

describe("the names in a notification", () => {
  it("are a reference in the case that the plugin writes", () => {
    for (const ours of [newReference(), newReference("payOut")]) {
      expect(notifiedReference(ours.toUpperCase())).toBe(ours)
    }
    expect(notifiedReference("pout_ABC-123")).toBe("pout_ABC-123")
    expect(notifiedReference("' or '1'='1")).toBeNull()
  })

  it.each<[string, string | null, string | null]>([
    ["none", null, null],
    ["a short one", "t-1", "t-1"],
    ["a whole one of 255 characters", "t".repeat(255), "t".repeat(255)],
    ["none that would have to be cut", "t".repeat(256), null],
    ["none that the database cannot hold", "t\0", null],
    ["none with half a character", "t\ud800", null],
  ])("are a ticket: %s", (_, text, ticket) => {
    expect(notifiedTicket(text)).toBe(ticket)
  })
})

describe("a ticket", () => {
  it("is opaque and kept as the service writes it", () => {
    expect(parseTicket("6b1c4a52-0d5e-4a5f-9a3a-1d2e3f4a5b6c")).toHaveLength(36)
    expect(parseTicket("ABC123 / 7")).toBe("ABC123 / 7")
  })

  it("must have 1 to 255 characters", () => {
    for (const text of ["", "   ", "t".repeat(256)]) {
      expect(() => parseTicket(text)).toThrow("1 to 255 characters")
    }
  })
})

describe("the key in an ipn_url", () => {
  it("has 128 random bits in hex and is never made twice", () => {
    const keys = Array.from({ length: 1000 }, () => newIpnKey())
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys.every((key) => /^[0-9a-f]{32}$/.test(key))).toBe(true)
  })

  it("matches its own hash and no other", () => {
    const key = newIpnKey()
    expect(hashIpnKey(key)).toMatch(/^[0-9a-f]{64}$/)
    expect(hashIpnKey(key)).not.toContain(key)
    expect(ipnKeyMatches(key, hashIpnKey(key))).toBe(true)
    expect(ipnKeyMatches(newIpnKey(), hashIpnKey(key))).toBe(false)
    expect(ipnKeyMatches(key.toUpperCase() + " ", hashIpnKey(key))).toBe(false)
  })

  it("does not match, and throws nothing, for any wrong input", () => {
    const key = newIpnKey()
    for (const [given, hash] of [
      ["", hashIpnKey(key)],
      [key, ""],
      [key, "short"],
      ["ñ\u0000🙂".repeat(1000), hashIpnKey(key)],
      [key, "é".repeat(32)],
      [hashIpnKey(key), hashIpnKey(key)],
    ]) {
      expect(ipnKeyMatches(given, hash)).toBe(false)
    }
    expect(Reflect.apply(ipnKeyMatches, undefined, [undefined, hashIpnKey(key)])).toBe(false)
    expect(Reflect.apply(ipnKeyMatches, undefined, [key, null])).toBe(false)
  })
})

describe("a ticket", () => {
  it("is the same in whatever case the service writes it, and no other", () => {
    expect(sameTicket("AB-1", "ab-1")).toBe(true)
    expect(["ab-2", "ab-1 ", "", null].filter((said) => sameTicket(said, "ab-1"))).toEqual([])
  })
})
