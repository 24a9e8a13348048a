import { payInOptionsSchema } from "../../domain/options/options"
import { newReference } from "../../domain/row/reference"
import { PATHS } from "./account"
import type { Findings } from "./finding"
import { isNoAnswer, type Heard, type Transport, type NoAnswer } from "./transport"

const KNOWN = payInOptionsSchema.shape.notFoundErrors.parse(undefined)
const CHECK = "a reference it does not know"

export function lookUp(transport: Transport, name: string): Promise<Heard | NoAnswer> {
  return transport.call(PATHS.lookup.replace("{ticket}", encodeURIComponent(name)), {
    ticket: name,
  })
}

/**
 * Checks the lookup of an unknown reference (docs/service.md#not-known). A payout is sent again
 * only on that answer.
 */
export async function checkUnknown(transport: Transport, findings: Findings): Promise<void> {
  const heard = await lookUp(transport, newReference())
  if (isNoAnswer(heard)) {
    findings.add(CHECK, "open", `no answer (${heard.noAnswer}): try again`)
    return
  }
  const { outcome, answer, inShort } = heard
  if (answer.httpStatus === 404) {
    findings.add(CHECK, "as_documented", `is told by ${inShort}`)
  } else if (
    outcome.kind === "failure" &&
    outcome.error !== null &&
    // These statuses are about credentials, whatever the body.
    ![401, 403].includes(answer.httpStatus)
  ) {
    const known = KNOWN.includes(outcome.error)
    findings.add(
      CHECK,
      known ? "as_documented" : "differs",
      `is told by ${inShort}`,
      known ? undefined : { notFoundErrors: [...KNOWN, outcome.error] }
    )
  } else {
    const says = `is told by ${inShort}: the plugin cannot tell "not known" from a failure, so a payout that was never answered always waits for a person`
    findings.add(CHECK, "wrong", says)
  }
}
