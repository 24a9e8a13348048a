import { Text } from "@medusajs/ui"
import type {
  AdminDestinationLinkAnswer,
  AdminPayoutDetail,
} from "../../api/admin/payin/payout-types"
import { codeOf } from "../answer/problem-of"
import { payin } from "../answer/use-answer"
import { useCommand } from "../answer/use-command"
import { FormDrawer } from "../form/form-drawer"
import { useFormat } from "../format/use-format"
import { Copyable } from "../page/fact"
import { useTexts } from "../text/use-texts"
import { hasForm, linkAction, linkMeans } from "./link-words"
import { usePayoutWords } from "./use-decide"

interface LinkDrawerProps {
  payout: AdminPayoutDetail
  onClose: () => void
}

/** Makes the address where a shopper says where a payout goes. It is shown once and kept nowhere. */
export const LinkDrawer = ({ payout, onClose }: LinkDrawerProps) => {
  const say = useTexts()
  const format = useFormat()
  const words = usePayoutWords(payout)
  const { mutate, isPending, error, data } = useCommand<AdminDestinationLinkAnswer>()
  // Nobody of the store reads the address: the store's mail was asked for again.
  const mailed = codeOf(error) === "for_recipient"
  const action = say(linkAction(payout))
  return (
    <FormDrawer
      title={action}
      description={words.amount}
      submit={action}
      done={data !== undefined || mailed}
      busy={isPending}
      error={mailed ? null : error}
      onSubmit={() => mutate({ path: payin("payouts", payout.id, "destination-link"), body: {} })}
      onClose={onClose}
    >
      <Text size="small">{say(linkMeans(payout), words)}</Text>
      {mailed && (
        <Text size="small" role="status">
          {say("problem.code.for_recipient")}
        </Text>
      )}
      {data !== undefined && (
        <div className="flex flex-col gap-y-2" role="status">
          <Text size="small" weight="plus">
            {say(hasForm(payout) ? "giving.formFor" : "giving.link")}
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
