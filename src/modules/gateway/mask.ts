import { redactText } from "../../domain/redaction"

/** Shorter ones would blacken half of every text and are no secret anyway. */
const LEAST_LENGTH = 4

/** Masks these texts in any case, should the service repeat them, and whatever looks personal. */
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
