import { useState } from "react"
import type {
  AdminDestinationForm,
  AdminDestinationFormAnswer,
} from "../../api/admin/payin/destination-form-types"
import { payin, useAnswer } from "../answer/use-answer"

/** What was written, by the names that the routes take. */
export type DestinationValues = Partial<Record<string, string>>

export interface DestinationState {
  /** Undefined until it is known what to ask. */
  form: AdminDestinationForm | undefined
  error: unknown
  payment_method: string
  values: DestinationValues
  write: (name: string, value: string) => void
  choose: (payment_method: string) => void
  /** What is posted: empty fields are left out, and the person too while nothing was written of them. */
  destination: Record<string, string>
  /** Whether the recipient names the account, in a form of the service. */
  byForm: boolean
  /** Whether everything is there that is not the person. */
  hasAccount: boolean
  person: "whole" | "partly" | "nobody"
  /** What was written of the person; a start that stands alone (a document type without its number) is not. */
  known: Record<string, string>
}

interface Draft {
  account: string
  written: DestinationValues
}

const ACCOUNT = ["bank", "account_type", "account_number"]

/**
 * A destination that is being written, for one account of the store; the country decides what is asked.
 *
 * @param forms whether the recipient may name the account, in a form of the service
 */
export function useDestinationForm(
  account: string,
  start: { payment_method?: string; forms?: boolean } = {}
): DestinationState {
  const { data, error } = useAnswer<AdminDestinationFormAnswer>(payin("destination-form"), {
    query: { account },
    enabled: account !== "",
    fresh: 60_000,
  })
  const told = data?.destination_form
  const form = told && {
    ...told,
    methods: told.methods.filter(({ by_form }) => start.forms === true || !by_form),
  }
  const [draft, setDraft] = useState<Draft>({ account, written: {} })
  // Another country asks for other fields.
  const written = draft.account === account ? draft.written : {}
  const [chosen, choose] = useState(start.payment_method ?? "")
  const methods = form?.methods.map((method) => method.payment_method) ?? []
  const payment_method = methods.includes(chosen) ? chosen : (methods.at(0) ?? "")
  const values: DestinationValues = { ...startOf(form), ...written }
  const names = form?.person.map(({ name }) => name) ?? []
  const has = (name: string) => (values[name]?.trim() ?? "") !== ""
  const nobody = !names.some((name) => has(name) && !(name in STARTS))
  const byForm = form?.methods.find((one) => one.payment_method === payment_method)?.by_form
  const account_fields = byForm === true ? [] : ACCOUNT
  const needed = account_fields.filter((name) => name !== "bank" || form?.bank_optional !== true)
  const posted = [...account_fields, ...(nobody ? [] : names)].filter(has)
  return {
    form,
    error,
    payment_method,
    values,
    write: (name, value) =>
      setDraft((now) => ({
        account,
        written: { ...(now.account === account && now.written), [name]: value },
      })),
    choose,
    destination: Object.fromEntries(posted.map((name) => [name, values[name]?.trim() ?? ""])),
    byForm: byForm === true,
    hasAccount: needed.every(has),
    known: Object.fromEntries(
      names
        .filter((name) => has(name) && has(GOES_WITH[name] ?? name))
        .map((name) => [name, values[name]?.trim() ?? ""])
    ),
    person: nobody ? "nobody" : names.every(has) ? "whole" : "partly",
  }
}

type Start = (form: AdminDestinationForm) => string | undefined

/** What is right for most people of the country, of the fields of a person. */
const STARTS: Record<string, Start> = {
  legal_doc_type: ({ person }) =>
    person.find(({ name }) => name === "legal_doc_type")?.options?.at(0),
  phone_code: ({ phone_code }) => phone_code,
}

/** Fields that say nothing by themselves. */
const GOES_WITH: Partial<Record<string, string>> = {
  legal_doc_type: "legal_doc",
  phone_code: "phone_number",
}

function startOf(form: AdminDestinationForm | undefined): DestinationValues {
  if (form === undefined) {
    return {}
  }
  const starts: DestinationValues = Object.fromEntries(
    Object.entries(STARTS).map(([name, start]) => [name, start(form)])
  )
  return { ...starts, account_type: form.account_types.at(0)?.value }
}
