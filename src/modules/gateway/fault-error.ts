import type { Fault } from "./connection"
import { UnclearError, UnreachableError } from "./errors"
import type { CallFacts, GatewayError } from "./errors"

/**
 * The error of a call without an answer. The failure on the wire decides whether it may have
 * happened.
 */
export function faultError(fault: Fault | null, facts: CallFacts): GatewayError {
  switch (fault?.kind) {
    case "unreachable":
      return fault.late
        ? new UnreachableError("connect_timeout", facts)
        : new UnreachableError("no_connection", facts, fault.code)
    case "timeout":
      return new UnclearError("timeout", facts, "the service did not answer in time")
    case "too_large":
      return new UnclearError("too_large", facts, "the answer is far larger than any known one")
    case "unreadable":
      return new UnclearError("malformed", facts, "the answer could not be decompressed")
    default: {
      const code = fault?.code ? ` (${fault.code})` : ""
      return new UnclearError("connection_lost", facts, `the connection broke off${code}`)
    }
  }
}
