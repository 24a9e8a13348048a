import { Button, Text } from "@medusajs/ui"
import type { AdminBeneficiary } from "../../api/admin/payin/beneficiary-types"
import { payin } from "../answer/use-answer"
import { destinationText } from "../destination/text"
import { Section } from "../page/section"
import { useConfirm } from "../page/use-confirm"
import { useTexts } from "../text/use-texts"

/** Says that a beneficiary waits for a second person, and has the button to confirm it. */
export const Unconfirmed = ({ beneficiary }: { beneficiary: AdminBeneficiary }) => {
  const say = useTexts()
  const { confirm, busy } = useConfirm()
  const { id, name, version, destination } = beneficiary
  const title = say("beneficiaries.confirm")
  const text = say("beneficiaries.sure", { name, to: destinationText(destination) })
  return (
    <Section title={say("beneficiaries.unconfirmed")}>
      <div className="flex flex-col items-start gap-3 px-6 py-4 md:flex-row md:items-center md:justify-between">
        <Text size="small" className="text-ui-fg-subtle max-w-prose">
          {say("beneficiaries.unconfirmedHint")}
        </Text>
        <Button
          type="button"
          size="small"
          className="shrink-0"
          isLoading={busy}
          onClick={() =>
            void confirm({ path: payin("beneficiaries", id, "approve"), version, title, text })
          }
        >
          {title}
        </Button>
      </div>
    </Section>
  )
}
