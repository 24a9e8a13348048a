import { toast } from "@medusajs/ui"
import { useState } from "react"
import type { AdminRefundAnswer } from "../../api/admin/payin/payout-types"
import { payin } from "../answer/use-answer"
import { useCommand } from "../answer/use-command"
import { DestinationFields } from "../destination/fields"
import { writtenText } from "../destination/text"
import { useDestinationForm } from "../destination/use-destination-form"
import { ChoiceField, TextField, WordsField } from "../form/field"
import { FormDrawer } from "../form/form-drawer"
import { useFormat } from "../format/use-format"
import { useAsk } from "../page/use-ask"
import { useTexts } from "../text/use-texts"
import { sendableOf } from "./books"
import type { Refundable } from "./books-of"

interface RefundDrawerProps {
  orderId: string
  currency: string
  refundable: readonly [Refundable, ...Refundable[]]
  onClose: () => void
}

/** Gives back what an order paid, or a part of it, and says to which account, if that is known here. */
export const RefundDrawer = (props: RefundDrawerProps) => {
  const { orderId, currency, refundable, onClose } = props
  const say = useTexts()
  const format = useFormat()
  const ask = useAsk()
  const [paymentId, choose] = useState(refundable[0].id)
  const payment = refundable.find(({ id }) => id === paymentId) ?? refundable[0]
  const [written, write] = useState<string | null>(null)
  const [where, setWhere] = useState<string>("shopper")
  const [note, setNote] = useState("")
  const state = useDestinationForm(payment.account)
  const left = sendableOf(payment, state.form?.decimals)
  const amount = (written ?? left).trim()
  const { mutate, isPending, error } = useCommand<AdminRefundAnswer>(["orders"])
  const named = where === "account"
  const { destination, payment_method, hasAccount, person } = state
  const submit = async () => {
    const agreed = await ask({
      title: say("refund.title"),
      text: say(named ? "refund.sure" : "refund.sureShopper", {
        amount: format.money(amount, currency),
        to: writtenText(destination),
      }),
      confirm: say("refund.submit"),
      variant: "danger",
    })
    if (agreed) {
      const body = {
        ...{ payment_id: payment.id, amount, note: note.trim() || null },
        ...(named && { destination: { ...destination, payment_method } }),
      }
      mutate(
        { path: payin("orders", orderId, "refund"), body },
        {
          onSuccess: ({ payout }) => {
            const description =
              payout === null
                ? say("refund.unbooked")
                : say("giving.now", { status: say(`payouts.status.${payout.status}`) })
            toast.success(say("refund.done"), { description })
            onClose()
          },
        }
      )
    }
  }
  return (
    <FormDrawer
      title={say("refund.title")}
      description={say("refund.subtitle")}
      submit={say("refund.submit")}
      variant="danger"
      busy={isPending}
      error={error}
      ready={amount !== "" && (!named || (hasAccount && person !== "partly"))}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {refundable.length > 1 && (
        <ChoiceField
          label={say("refund.payment")}
          value={payment.id}
          onChange={(id) => {
            choose(id)
            write(null)
          }}
          choices={refundable.map((one, index) => ({
            value: one.id,
            label: `${index + 1} · ${format.money(sendableOf(one, state.form?.decimals), currency)}`,
          }))}
        />
      )}
      <TextField
        label={`${say("transactions.amount")} (${currency})`}
        hint={say("refund.amountHint", { left: format.money(left, currency) })}
        value={written ?? left}
        inputMode="decimal"
        onChange={write}
      />
      <ChoiceField
        label={say("refund.where")}
        hint={named ? undefined : say("refund.shopperHint")}
        value={where}
        onChange={setWhere}
        choices={[
          { value: "shopper", label: say("refund.toShopper") },
          { value: "account", label: say("refund.toAccount") },
        ]}
      />
      {named && <DestinationFields state={state} personHint={say("destination.refundPerson")} />}
      <WordsField
        label={say("giving.note")}
        optional={say("destination.optional")}
        hint={say("giving.noteHint")}
        value={note}
        onChange={setNote}
      />
    </FormDrawer>
  )
}
