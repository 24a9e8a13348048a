import { MagnifyingGlass } from "@medusajs/icons"
import { Button, Input, Label, Select } from "@medusajs/ui"
import { useId, useState, type FormEvent } from "react"
import { useAccounts } from "../list/accounts"
import { useTexts } from "../text/use-texts"

interface LookupFormProps {
  /** What was asked for last. */
  asked: { name: string; account: string }
  busy: boolean
  onAsk: (asked: { name: string; account: string }) => void
}

/** Asks for a ticket or a reference, and for the account where a store has several. */
export const LookupForm = ({ asked, busy, onAsk }: LookupFormProps) => {
  const say = useTexts()
  const field = useId()
  const accounts = useAccounts()
  const [name, setName] = useState(asked.name)
  const [chosen, choose] = useState(asked.account)
  const account = chosen === "" ? (accounts[0]?.id ?? "") : chosen
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== "") {
      onAsk({ name: name.trim(), account })
    }
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-3 px-6 py-4 md:flex-row md:items-end">
      <div className="flex flex-1 flex-col gap-y-2">
        <Label htmlFor={field} size="small" weight="plus">
          {say("lookup.name")}
        </Label>
        <Input
          id={field}
          value={name}
          autoFocus
          autoComplete="off"
          placeholder={say("lookup.placeholder")}
          onChange={(event) => setName(event.target.value)}
        />
      </div>
      {accounts.length > 1 && (
        <div className="flex flex-col gap-y-2 md:w-44">
          <Label htmlFor={`${field}-account`} size="small" weight="plus">
            {say("list.account")}
          </Label>
          <Select value={account} onValueChange={choose}>
            <Select.Trigger id={`${field}-account`}>
              <Select.Value />
            </Select.Trigger>
            <Select.Content>
              {accounts.map(({ id, currency }) => (
                <Select.Item key={id} value={id}>
                  {id} · {currency}
                </Select.Item>
              ))}
            </Select.Content>
          </Select>
        </div>
      )}
      <Button type="submit" isLoading={busy} disabled={name.trim() === ""}>
        <MagnifyingGlass />
        {say("lookup.ask")}
      </Button>
    </form>
  )
}
