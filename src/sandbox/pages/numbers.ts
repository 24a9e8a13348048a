import { createHash } from "node:crypto"

/** Digits that always are the same for one ticket and use: voucher, CIP, account numbers. */
export function digitsFor(ticket: string, use: string, length: number): string {
  const hash = createHash("sha256").update(`${use} ${ticket}`).digest("hex")
  const digits = BigInt(`0x${hash}`).toString().slice(1)
  return digits.slice(0, length)
}

export const EFECTY_AGREEMENT = "119999"

/** What a payer says at the counter of Efecty. */
export function efectyFor(ticket: string): string {
  return digitsFor(ticket, "efecty", 12)
}

/** An 18-digit CLABE with its check digit (weights 3, 7, 1). */
export function clabeFor(ticket: string): string {
  const start = `646180${digitsFor(ticket, "clabe", 11)}`
  return start + clabeCheckDigit(start)
}

export function isClabe(text: string): boolean {
  return /^[0-9]{18}$/.test(text) && text.endsWith(clabeCheckDigit(text.slice(0, 17)))
}

function clabeCheckDigit(start: string): string {
  let sum = 0
  for (let index = 0; index < 17; index++) {
    sum += (Number(start[index]) * [3, 7, 1][index % 3]) % 10
  }
  return String((10 - (sum % 10)) % 10)
}

/** A Bre-B key in its alphanumeric form, which starts with @. */
export function breBKeyFor(ticket: string): string {
  return `@SBX${digitsFor(ticket, "breb", 6)}`
}
