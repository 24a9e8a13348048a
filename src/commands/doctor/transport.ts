import { performance } from "node:perf_hooks"
import { z } from "zod"
import { judge, readBody, type Answer } from "../../modules/gateway/answers"
import { secretMask } from "../../modules/gateway/mask"

const PATIENCE_MS = 20_000

export interface Credentials {
  baseUrl: string
  username: string
  password: string
  token: string
}

/** The result of one call, before the plugin's rules read it. */
export interface Heard {
  answer: Answer
  /** The reading of the plugin's own gateway. */
  outcome: ReturnType<typeof judge>
  /** `envelope` (`code`, `status`, `data`) or `flat` (docs/service.md#envelope). */
  form: "envelope" | "flat" | null
  data: Record<string, unknown>
  /** In a few words, for a person. */
  inShort: string
  ms: number
}

/** No answer came: it is unknown whether the call arrived. */
export interface NoAnswer {
  noAnswer: string
}

const record = z.record(z.string(), z.unknown())

/** Calls as the plugin sends them. Their answers are kept as they came. */
export class Transport {
  constructor(private readonly credentials: Credentials) {}

  /** The same line with other credentials. */
  with(change: Partial<Credentials>): Transport {
    return new Transport({ ...this.credentials, ...change })
  }

  async call(path: string, body?: object): Promise<Heard | NoAnswer> {
    const { baseUrl, username, password, token } = this.credentials
    const started = performance.now()
    try {
      const response = await fetch(`${baseUrl}${path}`, {
        method: body === undefined ? "GET" : "POST",
        headers: {
          Authorization: `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`,
          "Token-Top": token,
          "Content-Type": "application/json",
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        redirect: "manual",
        signal: AbortSignal.timeout(PATIENCE_MS),
      })
      const text = await response.text()
      const mask = secretMask([password, token])
      return heard(
        { httpStatus: response.status, ...readBody(text), mask },
        performance.now() - started
      )
    } catch (error) {
      return { noAnswer: reasonOf(error) }
    }
  }
}

export function isNoAnswer(outcome: Heard | NoAnswer): outcome is NoAnswer {
  return "noAnswer" in outcome
}

/** Whether a failure proves that nothing was made (docs/service.md#refusals). */
export function isDefinite({ answer, outcome }: Heard): boolean {
  return (
    [400, 401, 403, 404, 422].includes(answer.httpStatus) ||
    (outcome.kind === "failure" && outcome.error === "VALIDATION_ERROR")
  )
}

function heard(answer: Answer, ms: number): Heard {
  const outcome = judge(answer)
  const data = record.safeParse(answer.body?.data)
  return {
    answer,
    outcome,
    form: answer.body === null ? null : data.success ? "envelope" : "flat",
    data: data.success ? data.data : (answer.body ?? {}),
    inShort: inShort(answer, outcome),
    ms: Math.round(ms),
  }
}

function inShort({ httpStatus }: Answer, outcome: Heard["outcome"]): string {
  switch (outcome.kind) {
    case "success":
      return `HTTP ${httpStatus}, success`
    case "failure": {
      const said = outcome.message === null ? "" : `, "${outcome.message}"`
      return `HTTP ${httpStatus}, error ${outcome.error ?? "without a name"}${said}`
    }
    case "unclear":
      return `HTTP ${httpStatus}, ${outcome.detail}`
  }
}

/**
 * Node's error code where there is one; never a text that could hold an address with its secrets.
 */
function reasonOf(error: unknown): string {
  const cause: unknown = error instanceof Error ? error.cause : null
  const code: unknown =
    typeof cause === "object" && cause !== null ? Reflect.get(cause, "code") : null
  if (typeof code === "string") {
    return code
  }
  return error instanceof Error && error.name === "TimeoutError"
    ? `no answer in ${PATIENCE_MS / 1000} seconds`
    : "no answer"
}
