import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { GatewayError, type GatewayReason } from "../../../../../modules/gateway"
import { servicesOf } from "../../../../../workflows/settle"
import { refuse, type Refusal } from "../../../../refusal"
import { askedAccount } from "../../account"
import { invalid, text } from "../../query-values"
import { answerFailure } from "../../service-failure"
import { showRemote } from "../../shown"
import type { AdminLookupAnswer } from "../../lookup-types"
import { findLocal, type Local } from "./local"

const FIELD = "ticket_or_reference"
/** As in modules/gateway/errors.ts. */
const OTHER: GatewayReason = "reference_mismatch"

/**
 * `GET /admin/payin/lookup/:ticket_or_reference?account` -> `{ remote, local }`: what the service
 * says now (docs/service.md#lookup), amount in major units, and our own pay-in or payout, or null.
 * Changes nothing: `sync` does. 404 when the service does not know it; its `code` tells whether
 * this store does. 400 names the field, 502 and 503 tell why the service did not answer.
 */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const services = servicesOf(req.scope)
  const asked = askedAccount(req, services.gateway.options)
  if ("refusal" in asked) {
    refuse(res, asked.refusal)
    return
  }
  const named = text.safeParse(req.params[FIELD])
  if (!named.success) {
    refuse(res, invalid(FIELD, `${FIELD} ${named.error.issues[0].message}.`))
    return
  }
  try {
    const found = await services.gateway.transactions.lookup(asked.value.id, named.data)
    if (found.kind === "not_known") {
      const names = { reference: null, ticket: null }
      refuse(res, notKnown(asked.value.id, await findLocal(services, names, named.data)))
      return
    }
    if (found.kind === "other") {
      const message = "The service answered about another transaction: ask its support."
      const { id: account } = asked.value
      res.status(502).json({ type: "unexpected_state", message, reason: OTHER, account })
      return
    }
    res.json({
      remote: showRemote(found.transaction),
      local: await findLocal(services, found.transaction, named.data),
    } satisfies AdminLookupAnswer)
  } catch (error) {
    if (isRefusedHere(error)) {
      refuse(res, invalid(FIELD, error.message))
      return
    }
    answerFailure(res, error)
  }
}

function notKnown(account: string, local: Local | null): Refusal {
  const remote = `The service does not know this ticket or reference under account "${account}".`
  const refusal = { status: 404, type: "not_found", field: FIELD } as const
  if (local === null) {
    return { ...refusal, message: `${remote} Nor does this store.`, code: "unknown_anywhere" }
  }
  const { id, status, account: owner } = local
  return owner === account
    ? {
        ...refusal,
        message: `${remote} This store has it as ${id} (${status}).`,
        code: "known_here",
      }
    : {
        ...refusal,
        message: `${remote} This store has it as ${id} under account "${owner}": name that one.`,
        code: "known_elsewhere",
        values: { account: owner },
      }
}

/** A value that the service refused, or that cannot be asked for at all ("..", for instance). */
function isRefusedHere(error: unknown): error is GatewayError {
  return error instanceof GatewayError && error.reason === "validation"
}
