import { CheckCircle, PencilSquare, Trash } from "@medusajs/icons"
import { IconButton } from "@medusajs/ui"
import { useState } from "react"
import type { AdminPayoutRule } from "../../api/admin/payin/beneficiary-types"
import { payin } from "../answer/use-answer"
import { useFormat } from "../format/use-format"
import { useConfirm } from "../page/use-confirm"
import { useRemove } from "../page/use-remove"
import { useTexts } from "../text/use-texts"
import { changedTerms } from "./changed"
import { RuleDrawer } from "./drawer"
import { percentText } from "./percent"

/** Confirms, changes or deletes a rule from its row. */
export const RuleButtons = ({ rule }: { rule: AdminPayoutRule }) => {
  const say = useTexts()
  const [open, setOpen] = useState(false)
  const { remove, busy } = useRemove()
  const { confirm, busy: confirming } = useConfirm()
  const { locale } = useFormat()
  return (
    <div className="flex justify-end gap-x-1">
      {rule.status === "awaiting_approval" && (
        <IconButton
          type="button"
          size="small"
          variant="transparent"
          aria-label={say("rules.confirm")}
          title={say("rules.confirm")}
          disabled={rule.approval?.you_may === false}
          isLoading={confirming}
          onClick={() =>
            void confirm({
              path: payin("payout-rules", rule.id, "approve"),
              version: rule.version,
              title: say("rules.confirm"),
              text: say("rules.confirmSure", {
                percent: percentText(locale, rule.percent),
                changes: changedTerms(rule, { say, locale }).join(", "),
              }),
            })
          }
        >
          <CheckCircle />
        </IconButton>
      )}
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
