import { ChoiceField } from "../form/field"
import { useTexts } from "../text/use-texts"
import { useAccounts } from "./accounts"

interface AccountChoiceProps {
  value: string
  onChange: (account: string) => void
}

/** Which account of the store; one with a single account is not asked. */
export const AccountChoice = ({ value, onChange }: AccountChoiceProps) => {
  const say = useTexts()
  const accounts = useAccounts()
  return (
    accounts.length > 1 && (
      <ChoiceField
        label={say("list.account")}
        value={value}
        onChange={onChange}
        choices={accounts.map(({ id, country, currency }) => ({
          value: id,
          label: `${id} · ${country} · ${currency}`,
        }))}
      />
    )
  )
}
