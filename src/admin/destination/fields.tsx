import { Heading, Text } from "@medusajs/ui"
import { ChoiceField, TextField } from "../form/field"
import { LoadingRows } from "../page/loading"
import { Problem } from "../page/problem"
import { useTranslated } from "../text/use-translated"
import { useTexts } from "../text/use-texts"
import type { DestinationState } from "./use-destination-form"

interface DestinationFieldsProps {
  state: DestinationState
  /** Said above the fields of the person, where they may stay empty. */
  personHint?: string
}

/** Where money goes: the fields of the method and the country that were chosen. */
export const DestinationFields = ({ state, personHint }: DestinationFieldsProps) => {
  const say = useTexts()
  const { form, error } = state
  if (form === undefined) {
    return error === null ? <LoadingRows rows={4} /> : <Problem error={error} />
  }
  if (form.methods.length === 0) {
    return <Text size="small">{say("destination.impossible", { country: form.country })}</Text>
  }
  return (
    <>
      <AccountFields state={state} form={form} />
      <PersonFields state={state} form={form} hint={personHint} />
    </>
  )
}

type Known = { state: DestinationState; form: NonNullable<DestinationState["form"]> }

const AccountFields = ({ state, form }: Known) => {
  const say = useTexts()
  const said = useTranslated()
  const { payment_method, values, write, byForm } = state
  const method = form.methods.find((one) => one.payment_method === payment_method)
  return (
    <>
      {form.methods.length > 1 && (
        <ChoiceField
          label={say("transactions.method")}
          value={payment_method}
          onChange={state.choose}
          choices={form.methods.map((one) => ({
            value: one.payment_method,
            label: said(one.label),
          }))}
        />
      )}
      {byForm ? (
        <Text size="small" className="text-ui-fg-subtle">
          {say("destination.byForm")}
        </Text>
      ) : (
        <>
          <TextField
            label={say("destination.bank")}
            optional={form.bank_optional ? say("destination.optional") : undefined}
            hint={say("destination.bankHint")}
            offers={form.banks}
            value={values.bank ?? ""}
            max={60}
            onChange={(value) => write("bank", value.toUpperCase())}
          />
          <ChoiceField
            label={say("destination.accountType")}
            value={values.account_type ?? ""}
            onChange={(value) => write("account_type", value)}
            choices={form.account_types.map(({ value, label }) => ({ value, label: said(label) }))}
          />
          <TextField
            label={method === undefined ? say("destination.number") : said(method.account)}
            value={values.account_number ?? ""}
            max={64}
            onChange={(value) => write("account_number", value)}
          />
        </>
      )}
    </>
  )
}

interface PersonFieldsProps extends Known {
  hint?: string
  /** Whose details these are; of the account's owner, unless something else is said. */
  title?: string
}

/** What the country wants to know of a person; nothing of it is required where there is a hint. */
export const PersonFields = ({ state, form, hint, title }: PersonFieldsProps) => {
  const say = useTexts()
  const said = useTranslated()
  const { values, write } = state
  const optional = hint === undefined ? undefined : say("destination.optional")
  return (
    <fieldset className="flex flex-col gap-y-6 border-t pt-6">
      <div>
        <Heading level="h3">{title ?? say("destination.person")}</Heading>
        {hint !== undefined && (
          <Text size="small" className="text-ui-fg-subtle">
            {hint}
          </Text>
        )}
      </div>
      {form.person.map(({ name, label, max, options }) => {
        const about = {
          label: said(label),
          optional,
          value: values[name] ?? "",
          onChange: (value: string) => write(name, value),
        }
        return options === null ? (
          <TextField
            key={name}
            {...about}
            max={max ?? undefined}
            type={name === "email" ? "email" : "text"}
            inputMode={name.startsWith("phone") ? "tel" : undefined}
          />
        ) : (
          <ChoiceField
            key={name}
            {...about}
            choices={options.map((value) => ({ value, label: value }))}
          />
        )
      })}
    </fieldset>
  )
}
