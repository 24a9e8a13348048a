import { randomBytes } from "node:crypto"

import fc from "fast-check"

import { createSealer, keyIdOf, type SealContext, SealError } from "../seal"

const key = (fill: number) => Buffer.alloc(32, fill).toString("base64")
const ONE = key(1)
const TWO = key(2)
const HERE: SealContext = { table: "payin_transaction", row: "pinrow_1", column: "customer" }

function codeOf(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    return error instanceof SealError ? error.code : `not a SealError: ${String(error)}`
  }
  return "no error"
}

describe("a sealed text", () => {
  it("decrypts to the original, for any text", () => {
    const sealer = createSealer(ONE)
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (plain) => {
        expect(sealer.open(sealer.seal(plain, HERE), HERE)).toBe(plain)
      })
    )
    const long = "ñ".repeat(100_000)
    expect(sealer.open(sealer.seal(long, HERE), HERE)).toBe(long)
  })

  it("does not contain the text and differs each time", () => {
    const sealer = createSealer(ONE)
    const sealed = Array.from({ length: 200 }, () => sealer.seal("1020304050", HERE))
    expect(new Set(sealed).size).toBe(200)
    for (const text of sealed) {
      expect(text).not.toContain("1020304050")
      expect(text).not.toContain(Buffer.from("1020304050").toString("base64url"))
      expect(text).toMatch(/^v1\.[0-9a-f]{12}\.[A-Za-z0-9_-]+$/)
    }
  })

  it.each([
    ["table", { ...HERE, table: "payin_session" }],
    ["row", { ...HERE, row: "pinrow_2" }],
    ["column", { ...HERE, column: "refund_destination" }],
    ["split of the same letters", { ...HERE, table: "payin_transactionp", row: "inrow_1" }],
  ])("copied to another %s cannot be decrypted", (_what, elsewhere) => {
    const sealer = createSealer(ONE)
    const sealed = sealer.seal("secret", HERE)
    expect(codeOf(() => sealer.open(sealed, elsewhere))).toBe("tampered")
  })

  it("cannot be decrypted after any of its characters was changed", () => {
    const sealer = createSealer(ONE)
    const outcomes = new Set<string>()
    for (const plain of ["", "a", "ab", "abc", "1020304050"]) {
      const sealed = sealer.seal(plain, HERE)
      for (let at = 0; at < sealed.length; at++) {
        for (const other of ["A", "Q", "g", "w", "0", "f", "_", "."]) {
          if (sealed[at] !== other) {
            const changed = sealed.slice(0, at) + other + sealed.slice(at + 1)
            outcomes.add(codeOf(() => sealer.open(changed, HERE)))
          }
        }
      }
    }
    expect(outcomes).toEqual(new Set(["tampered", "key_missing"]))
  })

  it("cannot be decrypted after any bit of its bytes was flipped", () => {
    const sealer = createSealer(ONE)
    const sealed = sealer.seal("1020304050", HERE)
    const [version, id, text = ""] = sealed.split(".")
    const box = Buffer.from(text, "base64url")
    for (let bit = 0; bit < box.length * 8; bit++) {
      const changed = Buffer.from(box)
      changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
      const forged = `${version}.${id}.${changed.toString("base64url")}`
      expect(codeOf(() => sealer.open(forged, HERE))).toBe("tampered")
    }
  })

  it("cannot be decrypted when it was cut, lengthened or never encrypted", () => {
    const sealer = createSealer(ONE)
    const sealed = sealer.seal("1020304050", HERE)
    for (let length = 0; length < sealed.length; length++) {
      expect(codeOf(() => sealer.open(sealed.slice(0, length), HERE))).toBe("tampered")
    }
    for (const text of [
      `${sealed}A`,
      `${sealed}=`,
      `${sealed}\n`,
      ` ${sealed}`,
      "plain",
      "",
      "v1..",
      "v2" + sealed.slice(2),
    ]) {
      expect(codeOf(() => sealer.open(text, HERE))).toBe("tampered")
    }
  })

  it("cannot be decrypted with another key, and the error names the id of the missing key", () => {
    const sealed = createSealer(ONE).seal("1020304050", HERE)
    const other = createSealer(TWO)
    expect(codeOf(() => other.open(sealed, HERE))).toBe("key_missing")
    expect(() => other.open(sealed, HERE)).toThrow(keyIdOf(sealed))
    expect(() => other.open(sealed, HERE)).toThrow("encryptionKey")
  })

  it("relabelled with the id of another configured key cannot be decrypted", () => {
    const both = createSealer(`${TWO},${ONE}`)
    const [oneId, twoId] = [createSealer(ONE).key_ids[0] ?? "", createSealer(TWO).key_ids[0] ?? ""]
    const sealed = createSealer(ONE).seal("1020304050", HERE).replace(oneId, twoId)
    expect(codeOf(() => both.open(sealed, HERE))).toBe("tampered")
  })
})

describe("a list of encryption keys", () => {
  it("encrypts with the first key and decrypts with all", () => {
    const old = createSealer(ONE).seal("before", HERE)
    const rotated = createSealer(` ${TWO} , ${ONE} `)
    const fresh = rotated.seal("after", HERE)
    expect(rotated.open(old, HERE)).toBe("before")
    expect(rotated.open(fresh, HERE)).toBe("after")
    expect(keyIdOf(fresh)).toBe(rotated.key_ids[0])
    expect(keyIdOf(old)).toBe(rotated.key_ids[1])
    expect(createSealer(TWO).open(fresh, HERE)).toBe("after")
    expect(codeOf(() => createSealer(ONE).open(fresh, HERE))).toBe("key_missing")
  })

  it("names each key once, by an id that does not reveal it", () => {
    const ids = createSealer(`${ONE},${TWO},${ONE}`).key_ids
    expect(ids).toHaveLength(2)
    expect(ids.every((id) => /^[0-9a-f]{12}$/.test(id))).toBe(true)
    expect(ids[0]).toBe(createSealer(ONE).key_ids[0])
    expect(Buffer.from(ONE, "base64").toString("hex")).not.toContain(ids[0])
  })
})

describe("a fingerprint", () => {
  it("is equal for equal texts only, and differs under another key", () => {
    const sealer = createSealer(ONE)
    expect(sealer.fingerprint("1020304050")).toMatch(/^[0-9a-f]{64}$/)
    expect(sealer.fingerprint("1020304050")).toBe(createSealer(ONE).fingerprint("1020304050"))
    expect(sealer.fingerprint("1020304050")).not.toBe(sealer.fingerprint("1020304051"))
    expect(sealer.fingerprint("1020304050")).not.toBe(createSealer(TWO).fingerprint("1020304050"))
  })

  it("is made with the first key", () => {
    expect(createSealer(`${ONE},${TWO}`).fingerprint("x")).toBe(createSealer(ONE).fingerprint("x"))
  })

  it("is listed under each configured key", () => {
    const under = (key: string) => createSealer(key).fingerprint("x")
    expect(createSealer(`${ONE},${TWO}`).fingerprints("x")).toEqual([under(ONE), under(TWO)])
  })
})

describe("an encryption key", () => {
  it.each([
    ["empty", ""],
    ["too short", randomBytes(16).toString("base64")],
    ["too long", randomBytes(33).toString("base64")],
    ["hexadecimal", "ab".repeat(32)],
    ["base64 of another alphabet", Buffer.alloc(32, 255).toString("base64url")],
    ["base64 with spare bits set", `${"A".repeat(42)}B=`],
    ["a good one with an empty place after it", `${ONE},`],
    ["words", "correct horse battery staple"],
  ])("that is %s is refused", (_what, text) => {
    expect(codeOf(() => createSealer(text))).toBe("bad_key")
  })

  it("that is wrong is named by its position and never shown", () => {
    const wrong = "this-was-meant-to-be-secret"
    expect(() => createSealer(`${ONE},${wrong}`)).toThrow("key 2 of 2")
    expect(() => createSealer(wrong)).toThrow(/^(?!.*meant-to-be-secret)/)
  })
})
