import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "zod"
import { INSTALLATION_SUBJECT, takeOver } from "../../../../../workflows/installation/take-over"
import { servicesOf } from "../../../../../workflows/settle"
import { refuse } from "../../../../refusal"
import { answerOnce, refusal } from "../../../idempotency"
import { readPosted, userOf, words } from "../../posted-values"
import type { AdminInstallationAnswer } from "../../status-types"
import { showInstallation } from "../installation"

export const body = z.strictObject({ note: words })

/**
 * `POST /admin/payin/status/take-over { note }` -> `{ installation }`; `Idempotency-Key` required. A person
 * says that this installation is the one that moves money from now on: its payouts and renewals go on. The
 * other one must never run again. 400 names the field, 403 for a secret API key, which the audit notes, 409 `installation_live`
 * when it is the one already.
 */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const read = readPosted(body, req.body)
  if ("refusal" in read) {
    refuse(res, read.refusal)
    return
  }
  const person = await userOf(req, res, async () => {
    const { reason } = await servicesOf(req.scope).ledger.installations.standing()
    return reason && { id: INSTALLATION_SUBJECT, facts: { reason } }
  })
  if (person === null) {
    return
  }
  await answerOnce(req, res, async ({ id: request }) => {
    const standing = await takeOver(req.scope, person, { note: read.value.note, request })
    if (standing === null) {
      const message = "This installation moves money already: there is nothing to take over."
      return refusal({ status: 409, type: "conflict", message, code: "installation_live" })
    }
    return {
      status: 200,
      body: { installation: showInstallation(standing) } satisfies AdminInstallationAnswer,
    }
  })
}
