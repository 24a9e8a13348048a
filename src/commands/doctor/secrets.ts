import { isLoopback } from "../../domain/options/address"
import { guessable, type SecretKind } from "../../domain/privacy/guessable-secret"
import type { CheckContext } from "./check-context"
import type { Findings } from "./finding"

const CHECK = "secrets"

/** Says what the boot of a store in production refuses, by the names of the environment. */
export function checkSecrets(
  { credentials, tokens }: CheckContext,
  webhookSecrets: readonly string[],
  findings: Findings
): void {
  const given: [name: string, values: readonly string[], kind: SecretKind][] = [
    ["PAYIN_USERNAME", [credentials.username], "credential"],
    ["PAYIN_PASSWORD", [credentials.password], "credential"],
    ["PAYIN_TOKEN", tokens, "credential"],
    ["PAYIN_WEBHOOK_SECRET", webhookSecrets, "secret"],
  ]
  const weak = given.flatMap(([name, values, kind]) =>
    values.flatMap((value) => {
      const why = guessable(value, kind)
      return why === null ? [] : [`${name} ${why}`]
    })
  )
  if (weak.length === 0) {
    findings.add(CHECK, "as_documented", "none is public or easily guessed")
    return
  }
  const says = `${weak.join("; ")}. In production Medusa does not start with that: set what the service's support gave you`
  findings.add(CHECK, isLoopback(credentials.baseUrl) ? "differs" : "wrong", says)
}
