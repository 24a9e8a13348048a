import { Label, Switch, Text, toast } from "@medusajs/ui"
import { useId, useState } from "react"
import type {
  AdminBeneficiary,
  AdminBeneficiaryAnswer,
} from "../../api/admin/payin/beneficiary-types"
import { payin } from "../answer/use-answer"
import { useCommand } from "../answer/use-command"
import { DestinationFields } from "../destination/fields"
import { writtenText } from "../destination/text"
import { useDestinationForm } from "../destination/use-destination-form"
import { ChoiceField, TextField } from "../form/field"
import { FormDrawer } from "../form/form-drawer"
import { AccountChoice } from "../list/account-choice"
import { useAccounts } from "../list/accounts"
import { useAsk } from "../page/use-ask"
import { stockLocationName, useStockLocations } from "../rules/stock-locations"
import { useTexts } from "../text/use-texts"

interface BeneficiaryDrawerProps {
  /** Whom to change; without one somebody new is made. */
  beneficiary?: AdminBeneficiary
  onClose: () => void
}

const NO_PLACE = "none"

/** Who is paid and where to. Where money goes is asked once more before it is kept. */
export const BeneficiaryDrawer = ({ beneficiary, onClose }: BeneficiaryDrawerProps) => {
  const say = useTexts()
  const ask = useAsk()
  const places = useStockLocations()
  const accounts = useAccounts()
  const [name, setName] = useState(beneficiary?.name ?? "")
  const [place, setPlace] = useState(beneficiary?.stock_location_id ?? NO_PLACE)
  const [chosen, choose] = useState(beneficiary?.account ?? "")
  const [moves, setMoves] = useState(beneficiary === undefined)
  const account = chosen === "" ? (accounts.at(0)?.id ?? "") : chosen
  const state = useDestinationForm(account, beneficiary)
  const { mutate, isPending, error } = useCommand<AdminBeneficiaryAnswer>()
  const save = async () => {
    const title = say(beneficiary === undefined ? "beneficiaries.create" : "beneficiaries.edit")
    const to = writtenText(state.destination)
    const text = say("beneficiaries.sure", { name: name.trim(), to })
    if (moves && !(await ask({ title, text, confirm: say("beneficiaries.save") }))) {
      return
    }
    const { payment_method, destination, form } = state
    const body = {
      name: name.trim(),
      stock_location_id: place === NO_PLACE ? null : place,
      ...(beneficiary === undefined && { account, currency_code: form?.currency_code }),
      ...(moves && { payment_method, destination }),
    }
    const path = beneficiary === undefined ? [] : [beneficiary.id]
    mutate(
      { path: payin("beneficiaries", ...path), body },
      {
        onSuccess: () => {
          toast.success(say("beneficiaries.saved"))
          onClose()
        },
      }
    )
  }
  return (
    <FormDrawer
      title={say(beneficiary === undefined ? "beneficiaries.create" : "beneficiaries.edit")}
      description={beneficiary?.name}
      submit={say("beneficiaries.save")}
      busy={isPending}
      error={error}
      ready={name.trim() !== "" && (!moves || (state.hasAccount && state.person === "whole"))}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <TextField label={say("beneficiaries.name")} value={name} max={100} onChange={setName} />
      {beneficiary === undefined && <AccountChoice value={account} onChange={choose} />}
      {places.length > 0 && (
        <ChoiceField
          label={say("beneficiaries.place")}
          value={place}
          onChange={setPlace}
          choices={[
            { value: NO_PLACE, label: say("beneficiaries.noPlace") },
            ...places.map((one) => ({ value: one.id, label: stockLocationName(one) })),
          ]}
        />
      )}
      {beneficiary !== undefined && <Moves moves={moves} onChange={setMoves} />}
      {moves && <DestinationFields key={account} state={state} />}
    </FormDrawer>
  )
}

const Moves = ({ moves, onChange }: { moves: boolean; onChange: (moves: boolean) => void }) => {
  const say = useTexts()
  const id = useId()
  return (
    <div className="flex items-start gap-x-3">
      <Switch id={id} checked={moves} onCheckedChange={onChange} />
      <div>
        <Label htmlFor={id} size="small" weight="plus">
          {say("beneficiaries.newDestination")}
        </Label>
        <Text size="small" className="text-ui-fg-subtle">
          {say("beneficiaries.newDestinationHint")}
        </Text>
      </div>
    </div>
  )
}
