import { toast } from "@medusajs/ui"
import { useState } from "react"
import type { AdminBeneficiaryList } from "../../api/admin/payin/beneficiary-types"
import type { AdminPayoutAnswer } from "../../api/admin/payin/payout-types"
import { payin, useAnswer } from "../answer/use-answer"
import { useCommand } from "../answer/use-command"
import { DestinationFields } from "../destination/fields"
import { destinationText, writtenText } from "../destination/text"
import { useDestinationForm } from "../destination/use-destination-form"
import { ChoiceField, TextField, WordsField } from "../form/field"
import { FormDrawer } from "../form/form-drawer"
import { useFormat } from "../format/use-format"
import { AccountChoice } from "../list/account-choice"
import { useAccounts } from "../list/accounts"
import { useAsk } from "../page/use-ask"
import { useTexts } from "../text/use-texts"

const SOMEBODY_NEW = "new"

/** A payout by hand: to somebody known or to a new destination, which the country's fields ask for. */
export const NewPayoutDrawer = ({ onClose }: { onClose: () => void }) => {
  const say = useTexts()
  const format = useFormat()
  const ask = useAsk()
  const accounts = useAccounts()
  const [chosen, choose] = useState("")
  const [amount, setAmount] = useState("")
  const [note, setNote] = useState("")
  const [whom, setWhom] = useState(SOMEBODY_NEW)
  const account = chosen === "" ? (accounts.at(0)?.id ?? "") : chosen
  const state = useDestinationForm(account, { forms: true })
  const { data } = useAnswer<AdminBeneficiaryList>(payin("beneficiaries"), {
    query: { account, limit: 100 },
    enabled: account !== "",
  })
  const known = data?.beneficiaries ?? []
  const beneficiary = known.find(({ id }) => id === whom)
  const { mutate, isPending, error } = useCommand<AdminPayoutAnswer>()
  const currency = state.form?.currency_code ?? ""
  const submit = async () => {
    const to =
      beneficiary === undefined
        ? state.byForm
          ? say("newPayout.byForm", { name: state.known.full_name ?? "" })
          : writtenText(state.destination)
        : destinationText(beneficiary.destination)
    const agreed = await ask({
      title: say("newPayout.title"),
      text: say("newPayout.sure", { amount: format.money(amount.trim(), currency), to }),
      confirm: say("newPayout.submit"),
    })
    if (agreed) {
      const target =
        beneficiary === undefined
          ? { payment_method: state.payment_method, destination: state.destination }
          : { beneficiary_id: beneficiary.id }
      const body = { account, amount: amount.trim(), currency_code: currency, ...target }
      mutate(
        { path: payin("payouts"), body: { ...body, note: note.trim() || null } },
        {
          onSuccess: ({ payout: { status } }) => {
            const now = say(`payouts.status.${status}`)
            toast.success(say("newPayout.done"), {
              description: say("giving.now", { status: now }),
            })
            onClose()
          },
        }
      )
    }
  }
  const hasTarget = beneficiary !== undefined || (state.hasAccount && state.person === "whole")
  return (
    <FormDrawer
      title={say("newPayout.title")}
      description={say("newPayout.subtitle")}
      submit={say("newPayout.submit")}
      busy={isPending}
      error={error}
      ready={amount.trim() !== "" && hasTarget}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <AccountChoice
        value={account}
        onChange={(id) => {
          choose(id)
          setWhom(SOMEBODY_NEW)
        }}
      />
      <TextField
        label={`${say("transactions.amount")} (${currency})`}
        hint={say("newPayout.amountHint")}
        value={amount}
        inputMode="decimal"
        onChange={setAmount}
      />
      {known.length > 0 && (
        <ChoiceField
          label={say("payouts.to")}
          value={whom}
          onChange={setWhom}
          choices={[
            { value: SOMEBODY_NEW, label: say("newPayout.somebodyNew") },
            ...known.map(({ id, name, destination }) => ({
              value: id,
              label: `${name} · ${destinationText(destination)}`,
            })),
          ]}
        />
      )}
      {beneficiary === undefined && <DestinationFields key={account} state={state} />}
      <WordsField
        label={say("newPayout.note")}
        optional={say("destination.optional")}
        hint={say("giving.noteHint")}
        value={note}
        onChange={setNote}
      />
    </FormDrawer>
  )
}
