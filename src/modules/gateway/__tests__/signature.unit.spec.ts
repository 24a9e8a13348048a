import { createHash } from "node:crypto"
import { verifyIpnSignature } from "../signature"

const TOKEN = "tok_1"
const sign = (text: string) => createHash("sha256").update(text).digest("hex")
const GOOD = sign('{"token":"tok_1","ticket":"T-1","reference":"pin_1"}')

it("accepts the digest over token, ticket and reference in that order, hex in any case", () => {
  expect(verifyIpnSignature([TOKEN], GOOD, "T-1", "pin_1")).toBe("valid")
  expect(verifyIpnSignature([TOKEN], ` ${GOOD.toUpperCase()} `, "T-1", "pin_1")).toBe("valid")
})

it("accepts a ticket that the service writes as a number", () => {
  const header = sign('{"token":"tok_1","ticket":123,"reference":"pin_1"}')
  expect(verifyIpnSignature([TOKEN], header, 123, "pin_1")).toBe("valid")
})

it("refuses another token, another ticket, another reference", () => {
  expect(verifyIpnSignature(["tok_2"], GOOD, "T-1", "pin_1")).toBe("wrong")
  expect(verifyIpnSignature([TOKEN], GOOD, "T-2", "pin_1")).toBe("wrong")
  expect(verifyIpnSignature([TOKEN], GOOD, "T-1", "pin_2")).toBe("wrong")
})

it("reports an absent header as missing, not as wrong", () => {
  for (const header of [undefined, null, ""]) {
    expect(verifyIpnSignature([TOKEN], header, "T-1", "pin_1")).toBe("missing")
  }
})

it("reports malformed headers and tickets as wrong without throwing", () => {
  const headers = [
    " ",
    "x",
    GOOD.slice(1),
    `${GOOD}0`,
    "é".repeat(32),
    "\u0000",
    [GOOD, GOOD],
    {},
    1,
  ]
  for (const header of headers) {
    expect(verifyIpnSignature([TOKEN], header, "T-1", "pin_1")).toBe("wrong")
  }
  for (const ticket of [undefined, null, {}, [], true, Symbol("t")]) {
    expect(verifyIpnSignature([TOKEN], GOOD, ticket, "pin_1")).toBe("wrong")
  }
})

it("is valid by each of several tokens, and wrong by none of them", () => {
  expect(verifyIpnSignature([TOKEN, "tok_new"], GOOD, "T-1", "pin_1")).toBe("valid")
  expect(verifyIpnSignature(["tok_new", TOKEN], GOOD, "T-1", "pin_1")).toBe("valid")
  expect(verifyIpnSignature(["tok_new", `${TOKEN},tok_new`], GOOD, "T-1", "pin_1")).toBe("wrong")
  expect(verifyIpnSignature([], GOOD, "T-1", "pin_1")).toBe("wrong")
})
