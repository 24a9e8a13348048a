import { setTimeout as sleep } from "node:timers/promises"
import type {
  AuthenticatedMedusaRequest,
  MedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import type { Begun, OperatorAsk, OperatorRequests } from "../../modules/ledger/operator-requests"
import { servicesOf } from "../../workflows/settle"
import { refusalBody, refuse, type Refusal } from "../refusal"

const HEADER = "Idempotency-Key"
const KEY = /^[A-Za-z0-9_-]{1,64}$/
/** How long a double click waits for the first click's answer. */
const AWAIT_MS = 5_000
const POLL_MS = 100
const NO_KEY: Refusal = {
  status: 400,
  type: "invalid_data",
  message: `Header ${HEADER} must be 1 to 64 of A-Z, a-z, 0-9, "_" and "-": a new one for each decision.`,
  field: HEADER,
}

/** One try of a request that is carried out once per key. */
export interface OperatorRequest {
  /** The same for every try under one key: name what you write by it, and a later try finds it. */
  id: string
  /** Whether an earlier try died or failed: it may have done a part of the work. */
  resumed: boolean
  /** Who asks: for notes such as `resolved_by`. */
  actor_id: string
}

/** The answer of a request. */
export interface OperatorAnswer {
  status: number
  body: Record<string, unknown>
  /** `false`: nothing was decided ("try again later"), so the same key may ask again. */
  keep?: false
}

/**
 * Carries a request of an operator out once per `Idempotency-Key`
 * (docs/decisions/0022-operator-requests.md). The same key and body get the first answer again,
 * also while the first request is under way: that is waited for. A missing or malformed key is 400.
 * Another request under the key is 409 with code `key_used`. A request that is under way for longer
 * than five seconds is 409 with `under_way`. A refusal that is not kept has `try_again` and its own
 * code as `reason`: ask again under the same key, because an earlier try may have done a part.
 * Validate the body before: what is refused there costs no key.
 *
 * `work` can run more than once under one key: after a crash, an exception or an unkept answer. It
 * can also run twice at the same time, when one try takes longer than two minutes. Each step of it
 * must be safe to repeat, and to run at the same time. Answers of 500 and more are never kept.
 */
export async function answerOnce(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse,
  work: (request: OperatorRequest) => Promise<OperatorAnswer>
): Promise<void> {
  const key = keyOf(req)
  if (key === null) {
    refuse(res, NO_KEY)
    return
  }
  const { operatorRequests } = servicesOf(req.scope).ledger
  const actor_id = req.auth_context.actor_id
  const [path] = req.originalUrl.split("?")
  const ask = { key, method: req.method, path, body: req.body, actor_id }
  const begun = await beginUnderLock(operatorRequests, ask)
  if (begun.state === "answered") {
    res.status(begun.answer.status).json(begun.answer.body)
    return
  }
  if (begun.state !== "begun") {
    const message =
      begun.state === "under_way"
        ? `The request with ${HEADER} ${key} is under way: try again shortly.`
        : `${HEADER} ${key} was used before, for another request or before the encryption key was changed. Check whether it was done. If not, use a new ${HEADER}.`
    const code = begun.state === "under_way" ? begun.state : "key_used"
    refuse(res, { status: 409, type: "conflict", message, code })
    return
  }
  const { undertaking } = begun
  const { id, resumed } = undertaking
  let answer: OperatorAnswer
  try {
    answer = await work({ id, resumed, actor_id })
  } catch (error) {
    await operatorRequests.release(undertaking)
    throw error
  }
  if (answer.keep === false || answer.status >= 500) {
    await operatorRequests.release(undertaking)
    const { code, ...said } = answer.body
    res
      .status(answer.status)
      .json({ ...said, code: "try_again", ...(code !== undefined && { reason: code }) })
    return
  }
  const { status, body } = answer
  const kept = await operatorRequests.finish(undertaking, { status, body })
  res.status(kept.status).json(kept.body)
}

/** Claims the key, or waits for the answer of another try under it. */
async function beginUnderLock(requests: OperatorRequests, ask: OperatorAsk): Promise<Begun> {
  const until = performance.now() + AWAIT_MS
  for (;;) {
    const begun = await requests.begin(ask)
    if (begun.state !== "under_way" || performance.now() > until) {
      return begun
    }
    await sleep(POLL_MS)
  }
}

/** Why a request without a valid key is refused; null when it has one. */
export function refusalOfKey(req: MedusaRequest): Refusal | null {
  return keyOf(req) === null ? NO_KEY : null
}

function keyOf(req: MedusaRequest): string | null {
  const key = req.headers[HEADER.toLowerCase()]
  return typeof key === "string" && KEY.test(key) ? key : null
}

/** A refusal as the answer of an operator's request. */
export function refusal(refused: Refusal): OperatorAnswer {
  return { status: refused.status, body: refusalBody(refused) }
}
