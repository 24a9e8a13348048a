import { redactText } from "../../domain/privacy/redaction"

/** Shorter texts would mask half of every message and are no secret anyway. */
const LEAST_LENGTH = 4

/** Redaction: masks these texts, in upper or lower case, and everything that looks personal. */
export function secretMask(secrets: string[]): (text: string) => string {
  const known = secrets
    .filter((secret) => secret.length >= LEAST_LENGTH)
    .sort((a, b) => b.length - a.length)
  return (text) =>
    redactText(known.reduce((rest, secret) => rest.replace(anyCase(secret), "[redacted]"), text))
}

function anyCase(secret: string): RegExp {
  return new RegExp(secret.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), "giu")
}
