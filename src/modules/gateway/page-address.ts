import { isLoopback } from "../../domain/options/address"

/** An address that a shopper's browser may be sent to: https; plain http only on this machine, for the sandbox. */
export function isServiceAddress(address: string): boolean {
  if (/[\s\p{Cc}]/u.test(address) || !URL.canParse(address)) return false
  const { protocol, username, password } = new URL(address)
  if (username !== "" || password !== "") return false
  if (protocol === "https:") return true
  return protocol === "http:" && isLoopback(address)
}
