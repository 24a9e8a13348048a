"use client"

import { useId } from "react"
import { named } from "../texts/index.ts"
import type { PayInField } from "../wire.ts"
import type { BankList } from "./use-banks.ts"
import type { Shown } from "./use-payin.ts"

/** The `autocomplete` of each field, by which a browser fills it in. */
const AUTOCOMPLETE: Readonly<Record<string, string>> = {
  phone_code: "tel-country-code",
  phone_number: "tel-national",
  email: "email",
  full_name: "name",
}

const KEYBOARD: Readonly<Record<string, "tel" | "email">> = {
  phone_code: "tel",
  phone_number: "tel",
  email: "email",
}

type Styled = Pick<Shown, "texts" | "classes">

interface Asked extends Styled {
  /** The field whose value was refused, and what says so. */
  wrong: string | null
  problemId: string
  banks: BankList
}

/** The inputs for what the shopper has to tell. */
export function AskedFields({ fields, ...asked }: Asked & { fields: PayInField[] }) {
  return (
    <>
      {fields.map((field) => (
        <AskedField key={field.name} field={field} {...asked} />
      ))}
    </>
  )
}

function AskedField({ field, ...asked }: Asked & { field: PayInField }) {
  const id = useId()
  const { texts, classes, wrong, problemId, banks } = asked
  const isWrong = wrong === field.name
  const input = {
    id,
    name: field.name,
    required: true,
    className: classes.input,
    "aria-invalid": isWrong,
    ...(isWrong && { "aria-describedby": problemId }),
  }
  return (
    <div className={classes.field}>
      <label htmlFor={id}>{named(texts.fields, field.name) ?? field.label}</label>{" "}
      {field.name === "bank" ? (
        <BankChoice {...{ texts, classes, input, banks }} codes={field.options ?? []} />
      ) : field.options !== undefined ? (
        <select {...input}>
          {field.options.map((option) => (
            <option key={option} value={option}>
              {named(texts.options, option) ?? option}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...input}
          maxLength={field.max}
          inputMode={KEYBOARD[field.name] ?? "text"}
          autoComplete={AUTOCOMPLETE[field.name] ?? "off"}
        />
      )}
    </div>
  )
}

function BankChoice({
  codes,
  input,
  banks: { banks, failed, reload },
  texts,
  classes,
}: Styled & { codes: string[]; input: object; banks: BankList }) {
  const offered = banks ?? (failed ? codes.map((code) => ({ code, name: code })) : [])
  if (offered.length === 0 && failed) {
    return (
      <p role="alert" className={classes.problem}>
        {texts.noBanks}{" "}
        <button type="button" className={classes.secondary} onClick={reload}>
          {texts.reload}
        </button>
      </p>
    )
  }
  return (
    <select {...input} defaultValue="" key={offered.length}>
      <option value="" disabled>
        {offered.length === 0 ? texts.wait : texts.chooseBank}
      </option>
      {offered.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </select>
  )
}
