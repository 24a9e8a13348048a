import { redact } from "../../domain/privacy/redaction"

/** The methods of Medusa's logger that the gateway calls. A test may leave some out. */
export interface GatewayLogger {
  debug?(message: string): void
  info?(message: string): void
  warn?(message: string): void
  error?(message: string): void
}

export type LogLevel = "debug" | "info" | "warn" | "error"
export type GatewayLog = (level: LogLevel, event: string, fields: Record<string, unknown>) => void

/**
 * One log line per try of a call, machine-readable behind a fixed prefix. It is redacted even though no
 * caller passes a body or a header. JSON keeps a line break inside a value from starting a second
 * line.
 */
export function createLog(logger: GatewayLogger | undefined): GatewayLog {
  return (level, event, fields) => {
    logger?.[level]?.(`payin-gateway ${JSON.stringify(redact({ event, ...fields }))}`)
  }
}

const PRINTABLE = /^[A-Za-z0-9_.:-]{1,64}$/

/** Makes a reference or ticket safe for a log: an operator can type anything into a lookup. */
export function correlationId(text: string): string {
  return PRINTABLE.test(text) ? text : "[not a reference]"
}
