import { pseBank } from "../pse-banks"
import { findBank, monogram } from "./banks"

/** The picture of a bank of the list, by its file name; null: there is none. */
export function bankPicture(name: string): string | null {
  const listed = pseBank(/^(.+)\.svg$/.exec(name)?.[1] ?? null)
  const bank = listed && findBank("CO", listed.page)
  if (bank === undefined) return null
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40" role="img"><rect width="40" height="40" rx="10" fill="${bank.color}"/><text x="20" y="26" text-anchor="middle" font-family="sans-serif" font-size="15" font-weight="700" fill="#fff">${monogram(bank)}</text></svg>`
}
