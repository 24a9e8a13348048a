/** Answer bodies of the payment API (docs/service.md#envelope, docs/service.md#refusals). */
export interface Answer {
  status: number
  body: unknown
  headers?: Record<string, string>
  /** What the journal notes beside the call. */
  ticket?: string
  reference?: string
}

export function success(message: string | null, data: unknown): Answer {
  const body = { code: "01", status: "SUCCESS", ...(message === null ? {} : { message }), data }
  return { status: 200, body }
}

export function refusal(status: number, error: string, message: string): Answer {
  return { status, body: { code: "00", status: "ERROR", error, message } }
}

/** `YYYY-MM-DD HH:MM:SS` without a zone; the sandbox shows Colombian time, which has no summer time. */
export function serviceDate(time: number): string {
  return new Date(time - 5 * 3_600_000).toISOString().slice(0, 19).replace("T", " ")
}
