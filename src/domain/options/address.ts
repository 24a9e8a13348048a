import { isIP } from "node:net"

/**
 * Reads an address of the options. Returns it without its closing slashes, or the reason for
 * refusing it. Credentials and personal data travel to these addresses, so plain http is for
 * loopback only.
 */
export function readAddress(
  text: string,
  rest: "no query" | "any query" = "no query"
): { address: string } | { problem: string } {
  const url = parse(text)
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) {
    return { problem: "must be a full address that begins with https://" }
  }
  if (url.username !== "" || url.password !== "") {
    return { problem: "must not hold a user name or password" }
  }
  if (url.protocol === "http:" && !isLoopback(text)) {
    return {
      problem: "plain http is refused unless the host is this machine (localhost); use https",
    }
  }
  if (rest === "no query" && /[?#]/.test(text)) {
    return { problem: "must have no query (?) and no fragment (#): paths are appended to it" }
  }
  return { address: text.replace(/\/+$/, "") }
}

/** Whether an address is this machine: localhost, 127.0.0.0/8 or ::1. */
export function isLoopback(text: string): boolean {
  const host = parse(text)?.hostname ?? ""
  // A name such as 127.0.0.1.example.com is not an address, so the form is checked before the
  // prefix.
  return host === "localhost" || host === "[::1]" || (isIP(host) === 4 && host.startsWith("127."))
}

// Placeholders of returnUrl ({session_id}, {country}) are not legal in a URL, but they are only
// ever filled with ids and codes. Any id replaces them for the check.
function parse(text: string): URL | null {
  try {
    return new URL(text.replace(/\{[a-z_]{1,20}\}/g, "id"))
  } catch {
    return null
  }
}
