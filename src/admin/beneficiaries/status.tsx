import { StatusBadge } from "@medusajs/ui"
import type { AdminBeneficiary } from "../../api/admin/payin/beneficiary-types"
import { useTexts } from "../text/use-texts"

/** Whether a second person confirmed a beneficiary or a rule. */
export const ConfirmationBadge = ({ status }: Pick<AdminBeneficiary, "status">) => {
  const say = useTexts()
  return (
    <StatusBadge color={status === "active" ? "green" : "orange"} className="text-nowrap">
      {say(`beneficiaries.status.${status}`)}
    </StatusBadge>
  )
}
