import { PencilSquare, Trash } from "@medusajs/icons"
import { IconButton } from "@medusajs/ui"
import { useState } from "react"
import type { AdminPayoutRule } from "../../api/admin/payin/beneficiary-types"
import { payin } from "../answer/use-answer"
import { useRemove } from "../page/use-remove"
import { useTexts } from "../text/use-texts"
import { ConfirmRule } from "./confirm-rule"
import { RuleDrawer } from "./drawer"

/** Confirms, changes or deletes a rule from its row. */
export const RuleButtons = ({ rule }: { rule: AdminPayoutRule }) => {
  const say = useTexts()
  const [open, setOpen] = useState(false)
  const { remove, busy } = useRemove()
  return (
    <div className="flex justify-end gap-x-1">
      {rule.status === "awaiting_approval" && <ConfirmRule rule={rule} />}
      <IconButton
        type="button"
        size="small"
        variant="transparent"
        aria-label={say("rules.edit")}
        onClick={() => setOpen(true)}
      >
        <PencilSquare />
      </IconButton>
      <IconButton
        type="button"
        size="small"
        variant="transparent"
        aria-label={say("rules.remove")}
        isLoading={busy}
        onClick={() =>
          void remove({
            path: payin("payout-rules", rule.id),
            title: say("rules.remove"),
            text: say("rules.removeSure"),
          })
        }
      >
        <Trash />
      </IconButton>
      {open && <RuleDrawer rule={rule} onClose={() => setOpen(false)} />}
    </div>
  )
}
