import { Text } from "@medusajs/ui"
import type { AdminPaymentLink } from "../../api/admin/payin/transaction-types"
import { Copyable } from "../page/fact"
import { useTexts } from "../text/use-texts"

/** How the shopper pays without another page, to be handed on in a chat. */
export const LinkInstructions = ({
  instructions,
  amount,
}: {
  instructions: NonNullable<AdminPaymentLink["instructions"]>
  /** The formatted amount, with its currency. */
  amount: string
}) => {
  const say = useTexts()
  const isKey = instructions.type === "key"
  return (
    <>
      <Text size="small" className="text-ui-fg-subtle">
        {say(isKey ? "payment.keyToPay" : "payment.confirmation")}
      </Text>
      <Text size="small" as="div">
        <Copyable text={isKey ? instructions.key : instructions.text} />
      </Text>
      {isKey && <Text size="small">{say("payment.payExactly", { amount })}</Text>}
    </>
  )
}
