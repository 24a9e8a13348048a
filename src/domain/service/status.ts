/** The service's statuses of a pay-in or payout (docs/service.md#statuses). */
const SERVICE_STATUSES = [
  "CREATED",
  "PENDING",
  "APPROVED",
  "REJECTED",
  "DECLINED",
  "EXPIRED",
] as const

export type ServiceStatus = (typeof SERVICE_STATUSES)[number] | "UNKNOWN"

/**
 * Reads a status of the service. Any other word is UNKNOWN, which changes nothing and is reported.
 */
export function readServiceStatus(text: unknown): ServiceStatus {
  if (typeof text !== "string") {
    return "UNKNOWN"
  }
  const name = text.trim().toUpperCase()
  return SERVICE_STATUSES.find((status) => status === name) ?? "UNKNOWN"
}
