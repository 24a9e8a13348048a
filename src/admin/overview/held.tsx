import { Alert } from "@medusajs/ui"
import type { AdminStatusAnswer } from "../../api/admin/payin/status-types"
import { payin, useAnswer } from "../answer/use-answer"
import { PageLink } from "../page/fact"
import { useTexts } from "../text/use-texts"

/** Says above all else that no money leaves from here, and where a person can take over. */
export const HeldNotice = () => {
  const say = useTexts()
  const { data } = useAnswer<AdminStatusAnswer>(payin("status"))
  const reason = data?.installation.reason ?? null
  return reason === null ? null : (
    <Alert variant="error" role="alert" className="mb-3">
      <p className="txt-compact-small-plus">{say("overview.held")}</p>
      <p className="my-1">{say(`settings.installation.${reason}`)}</p>
      <PageLink to="/payin/settings">{say("overview.heldLink")}</PageLink>
    </Alert>
  )
}
