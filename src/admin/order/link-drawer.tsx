import { Text } from "@medusajs/ui"
import { useState } from "react"
import type { AdminAccountStatus } from "../../api/admin/payin/status-types"
import type {
  AdminPaymentLinkAnswer,
  AdminTransaction,
} from "../../api/admin/payin/transaction-types"
import { payin } from "../answer/use-answer"
import { useCommand } from "../answer/use-command"
import { PersonFields } from "../destination/fields"
import { useDestinationForm } from "../destination/use-destination-form"
import { ChoiceField, WordsField } from "../form/field"
import { FormDrawer } from "../form/form-drawer"
import { useFormat } from "../format/use-format"
import { Copyable } from "../page/fact"
import { useMethodName } from "../page/method"
import { useAsk } from "../page/use-ask"
import { useTranslated } from "../text/use-translated"
import { useTexts } from "../text/use-texts"
import { LinkInstructions } from "./link-instructions"
import { amountOf } from "./books"
import type { OrderBooks } from "./books-of"

interface LinkDrawerProps {
  orderId: string
  account: AdminAccountStatus
  books: OrderBooks
  /** The open link that a new one takes the place of. */
  replaces?: AdminTransaction
  onClose: () => void
}

/** Makes the page where a shopper pays what an order still owes, or a new one in the place of another. */
export const PaymentLinkDrawer = (props: LinkDrawerProps) => {
  const { orderId, account, books, onClose } = props
  // As it was when this was opened: a link that was just made replaces nothing.
  const [replaces] = useState(props.replaces)
  const say = useTexts()
  const said = useTranslated()
  const format = useFormat()
  const ask = useAsk()
  const method = useMethodName()
  const [chosen, choose] = useState("")
  const [description, describe] = useState("")
  const state = useDestinationForm(account.id)
  const { mutate, isPending, error, data } = useCommand<AdminPaymentLinkAnswer>(["orders"])
  const { payment_methods } = account
  const offered = payment_methods.map((method) => method.payment_method)
  const usual = offered.find((method) => method === replaces?.payment_method) ?? offered.at(0)
  const payment_method = chosen === "" ? usual : chosen
  const owes = format.money(amountOf(books.owes), books.currency)
  const made = data?.payment_link
  const body = {
    account: account.id,
    payment_method,
    ...(Object.keys(state.known).length > 0 && { customer_data: state.known }),
    ...(description.trim() !== "" && { description: description.trim() }),
  }
  const make = async () => {
    const agreed =
      replaces === undefined ||
      (await ask({
        title: say("payment.newLink"),
        text: say("payment.replaceSure", {
          amount: owes,
          old: format.money(replaces.amount, replaces.currency),
          method: method(replaces.payment_method),
        }),
        confirm: say("payment.replace"),
      }))
    if (agreed) {
      mutate({
        path: payin("orders", orderId, "payment-link"),
        body: { ...body, ...(replaces && { replace: true }) },
      })
    }
  }
  return (
    <FormDrawer
      title={say(replaces ? "payment.newLink" : "payment.link")}
      description={[say("payment.owes", { amount: owes }), replaces && say("payment.newLinkHint")]
        .filter(Boolean)
        .join(" ")}
      submit={say(replaces ? "payment.replace" : "payment.makeLink")}
      done={made !== undefined}
      busy={isPending}
      error={error}
      ready={payment_method !== undefined}
      onSubmit={() => void make()}
      onClose={onClose}
    >
      {made === undefined ? (
        <>
          <ChoiceField
            label={say("transactions.method")}
            value={payment_method ?? ""}
            onChange={choose}
            choices={payment_methods.map(({ payment_method: value, label }) => ({
              value,
              label: said(label),
            }))}
          />
          <WordsField
            label={say("payment.description")}
            optional={say("destination.optional")}
            hint={say("payment.descriptionHint")}
            value={description}
            onChange={describe}
          />
          {state.form && (
            <PersonFields
              state={state}
              form={state.form}
              title={say("payment.payer")}
              hint={say("payment.payerHint")}
            />
          )}
        </>
      ) : (
        <div className="flex flex-col gap-y-2" role="status">
          <Text size="small" weight="plus">
            {`${say("transactions.link")} · ${format.money(made.amount, made.currency)}`}
          </Text>
          {made.instructions && (
            <LinkInstructions
              instructions={made.instructions}
              amount={format.money(made.amount, made.currency)}
            />
          )}
          {(made.payment_url !== null || made.instructions === null) && (
            <Text size="small" as="div">
              {made.payment_url === null ? "–" : <Copyable text={made.payment_url} />}
            </Text>
          )}
          {made.expires_at !== null && (
            <Text size="small" className="text-ui-fg-subtle">
              {say("payment.linkUntil", { time: format.time(made.expires_at) })}
            </Text>
          )}
        </div>
      )}
    </FormDrawer>
  )
}
