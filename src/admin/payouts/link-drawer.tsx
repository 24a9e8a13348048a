import { Text } from "@medusajs/ui"
import type { AdminDestinationLinkAnswer, AdminPayout } from "../../api/admin/payin/payout-types"
import { payin } from "../answer/use-answer"
import { useCommand } from "../answer/use-command"
import { FormDrawer } from "../form/form-drawer"
import { useFormat } from "../format/use-format"
import { Copyable } from "../page/fact"
import { useTexts } from "../text/use-texts"
import { usePayoutWords } from "./use-decide"

interface LinkDrawerProps {
  payout: AdminPayout
  onClose: () => void
}

/** Makes the address where a shopper says where a payout goes. It is shown once and kept nowhere. */
export const LinkDrawer = ({ payout, onClose }: LinkDrawerProps) => {
  const say = useTexts()
  const format = useFormat()
  const words = usePayoutWords(payout)
  const { mutate, isPending, error, data } = useCommand<AdminDestinationLinkAnswer>()
  const byForm = payout.reason === "awaiting_beneficiary"
  const action = say(byForm ? "giving.formAction" : "giving.action.destination-link")
  return (
    <FormDrawer
      title={action}
      description={words.amount}
      submit={action}
      done={data !== undefined}
      busy={isPending}
      error={error}
      onSubmit={() => mutate({ path: payin("payouts", payout.id, "destination-link"), body: {} })}
      onClose={onClose}
    >
      <Text size="small">
        {say(byForm ? "giving.formMeans" : "giving.means.destination-link", words)}
      </Text>
      {data !== undefined && (
        <div className="flex flex-col gap-y-2" role="status">
          <Text size="small" weight="plus">
            {say(byForm ? "giving.formFor" : "giving.link")}
          </Text>
          <Text size="small" as="div">
            <Copyable text={data.url} />
          </Text>
          <Text size="small" className="text-ui-fg-subtle">
            {data.expires_at === null
              ? say("giving.formLink")
              : say("giving.linkUntil", { time: format.time(data.expires_at) })}
          </Text>
        </div>
      )}
    </FormDrawer>
  )
}
