/** Encrypts development data only. It is public, so it is refused wherever a key is required. */
export const DEVELOPMENT_ENCRYPTION_KEY = Buffer.from("payin development key, no secret").toString(
  "base64"
)

/** A shared secret below this can be found by trying. */
const SECRET_BYTES = 16

/** What `payin-sandbox` accepts out of the box, and prints. */
const OF_THE_SANDBOX = new Set([
  "sandbox-webhook-secret",
  ...["co", "pe", "mx"].flatMap((country) => [
    `sandbox-${country}`,
    `sandbox-${country}-password`,
    `sandbox-${country}-token`,
    `sandbox-${country}-webhook-secret`,
  ]),
])

/** The example of a test (docs/cards.md). */
const OF_THE_GUIDE = "the webhookSecret of the test"

/**
 * How the value of an option is made.
 * - `credential`: the service issues it and decides its form, so only what is public is refused
 * - `secret`: whoever knows it can tell this store what happened
 * - `key`: 32 bytes in base64
 */
export type SecretKind = "credential" | "secret" | "key"

/**
 * Why anybody could know or guess this value, as the end of "it ..."; null for one that holds.
 * Never repeats the value.
 */
export function guessable(value: string, kind: SecretKind): string | null {
  if (OF_THE_SANDBOX.has(value.toLowerCase())) {
    return "is the sandbox's, and public"
  }
  if (value === OF_THE_GUIDE) {
    return "stands in the documents, and is public"
  }
  if (value === DEVELOPMENT_ENCRYPTION_KEY) {
    return "is the development key, and public"
  }
  if (kind === "credential") {
    return null
  }
  const bytes = Buffer.from(value, kind === "key" ? "base64" : "utf8")
  if (kind === "secret" && bytes.length < SECRET_BYTES) {
    return `has fewer than ${SECRET_BYTES} bytes`
  }
  // The padding of base64 would hide that the rest is equal.
  if (isPattern(bytes) || isPattern(Buffer.from(value.replace(/=+$/, ""), "utf8"))) {
    return "repeats one pattern"
  }
  return null
}

/** So many bytes at the end have to follow a pattern. Of random bytes hardly ever do. */
const REPEATED_BYTES = 7
/** Random bytes have more different steps from byte to byte. */
const FEW_STEPS = 3

// Equal bytes, "abcdabcd" and 0, 1, 2, 3 ... alike: the steps from byte to byte repeat.
function isPattern(bytes: Buffer): boolean {
  const steps = Array.from(bytes.subarray(1), (byte, index) => (byte - (bytes[index] ?? 0)) & 0xff)
  const longest = Math.max(0, steps.length - REPEATED_BYTES)
  if (new Set(steps).size <= FEW_STEPS) {
    return true
  }
  return Array.from({ length: longest }, (_, index) => index + 1).some((period) =>
    steps.every((step, index) => index < period || step === steps[index - period])
  )
}
