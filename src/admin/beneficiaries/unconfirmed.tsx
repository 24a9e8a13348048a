import { Button, Text } from "@medusajs/ui"
import { useState } from "react"
import type { AdminBeneficiary } from "../../api/admin/payin/beneficiary-types"
import { payin } from "../answer/use-answer"
import { destinationText } from "../destination/text"
import { ChangedSince } from "../page/changed-since"
import { useMethodName } from "../page/method"
import { Section } from "../page/section"
import { useConfirm } from "../page/use-confirm"
import { WhoMay } from "../page/who-may"
import { changedText, placeText } from "./changed"
import { useTexts } from "../text/use-texts"

/** Says that a beneficiary waits for a second person, and has the button to confirm it. */
export const Unconfirmed = ({ beneficiary }: { beneficiary: AdminBeneficiary }) => {
  const say = useTexts()
  const method = useMethodName()
  const { id, name, version, destination, approval, confirmed } = beneficiary
  const to = destinationText(destination)
  const [seen, setSeen] = useState<string | null>(null)
  const { confirm, busy } = useConfirm(() => setSeen(to))
  const title = say("beneficiaries.confirm")
  const text = say("beneficiaries.sure", { name, to })
  return (
    <Section title={say("beneficiaries.unconfirmed")}>
      {seen !== null && seen !== to && <ChangedSince before={{ to: seen }} now={{ to }} />}
      {confirmed && (
        <ChangedSince
          confirmed
          before={{ to: placeText(confirmed, method) }}
          now={{ to: placeText({ ...beneficiary, ...destination }, method) }}
          more={changedText(confirmed.changed, say)}
        />
      )}
      <div className="flex flex-col items-start gap-3 px-6 py-4 md:flex-row md:items-center md:justify-between">
        <div className="flex flex-col gap-y-2">
          <Text size="small" className="text-ui-fg-subtle max-w-prose">
            {say("beneficiaries.unconfirmedHint")}
          </Text>
          {approval && <WhoMay approval={approval} />}
        </div>
        <Button
          type="button"
          size="small"
          className="shrink-0"
          isLoading={busy}
          disabled={approval?.you_may === false}
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
