import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { servicesOf } from "../../workflows/settle"
import { refuse } from "../refusal"

/**
 * Refuses to run a workflow by its id. Medusa runs each of its own workflows for every admin and
 * every secret API key, with any input (docs/medusa.md#any-workflow): one gives a login to another
 * user, one makes a key in a colleague's name, one refunds without a name.
 */
export function guardWorkflowRun(
  req: MedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction
): void {
  const { workflowRuns } = servicesOf(req.scope).gateway.options
  if (workflowRuns.includes(req.params.workflow_id)) {
    next()
    return
  }
  const message =
    "This address runs any workflow with any input, also one that makes its caller another person. " +
    "Name the workflow in the option workflowRuns of medusa-plugin-payin if the store needs it."
  refuse(res, { status: 403, type: "forbidden", message })
}
