import type { AdminPayoutDetail } from "../../api/admin/payin/payout-types"
import type { TextKey } from "../text/key"

type Linked = Pick<AdminPayoutDetail, "reason" | "form">

/** Whether the address is of the service's form, and not of a page of the store. */
export function hasForm({ reason }: Pick<AdminPayoutDetail, "reason">): boolean {
  return reason === "awaiting_beneficiary"
}

/** What the way to the address is called. */
export function linkAction(payout: Linked): TextKey {
  if (!hasForm(payout)) {
    return "giving.action.destination-link"
  }
  return payout.form?.for_recipient ? "giving.formMail" : "giving.formAction"
}

/** What becomes of the address, by {@link linkAction}. */
export function linkMeans(payout: Linked): TextKey {
  if (!hasForm(payout)) {
    return "giving.means.destination-link"
  }
  return payout.form?.for_recipient ? "giving.formMailMeans" : "giving.formMeans"
}
