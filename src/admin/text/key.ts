import type { en } from "../i18n/en/texts"

type Singular<Name extends string> = Name extends `${infer Base}_${"one" | "other"}` ? Base : Name

type Leaves<Branch, Path extends string> = {
  [Name in keyof Branch & string]: Branch[Name] extends string
    ? `${Path}${Singular<Name>}`
    : Leaves<Branch[Name], `${Path}${Name}.`>
}[keyof Branch & string]

/** Name of a text, e.g. `list.search`; one that does not exist is a compile error. */
export type TextKey = Leaves<typeof en, "">
