import type { FaultCode } from "../../api/admin/payin/refusal-types"
import { en } from "../i18n/en/texts"
import type { Say, TextValues } from "../text/use-texts"

/** What is wrong with a value, as the server names it. */
export interface Fault {
  /** Its path in what was posted. */
  field: string
  code: FaultCode
  values: TextValues
}

const { form: FORMS, field: FIELDS, ...SENTENCES } = en.fault

/** The fault that a refusal or a row of one names, if it names one that this desk has words for. */
export function faultOf(said: object): Fault | null {
  const code = "code" in said ? said.code : undefined
  const field = "field" in said ? said.field : undefined
  return isFaultCode(code) && typeof field === "string"
    ? { field, code, values: valuesOf(said) }
    : null
}

/**
 * A fault in the user's language.
 *
 * @param name what the user reads where the value stands; without it, what the forms call it
 */
export function faultText(say: Say, { field, code, values }: Fault, name?: string): string {
  const own = ownName(field)
  const told = { ...values, field: name ?? fieldName(say, field) }
  return code === "wrong_form" && isOneOf(FORMS, own)
    ? say(`fault.form.${own}`, told)
    : say(`fault.${code}`, told)
}

/** What the forms call a value, by its path in what was posted. */
export function fieldName(say: Say, field: string): string {
  const own = ownName(field)
  return isOneOf(FIELDS, own) ? say(`fault.field.${own}`) : own
}

/** What a refusal's sentence names. */
export function valuesOf(said: object): TextValues {
  const values: unknown = "values" in said ? said.values : null
  return typeof values === "object" && values !== null
    ? Object.fromEntries(Object.entries(values).filter(isTextValue))
    : {}
}

function ownName(path: string): string {
  return path.slice(path.lastIndexOf(".") + 1)
}

function isFaultCode(code: unknown): code is FaultCode {
  return typeof code === "string" && isOneOf(SENTENCES, code)
}

/** Whether a name from outside is one of the object's own. */
export function isOneOf<Names extends object>(
  named: Names,
  name: string
): name is keyof Names & string {
  return Object.hasOwn(named, name)
}

function isTextValue(entry: [string, unknown]): entry is [string, string | number] {
  return typeof entry[1] === "string" || typeof entry[1] === "number"
}
