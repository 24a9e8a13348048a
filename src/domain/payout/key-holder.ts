import { createHash } from "node:crypto"
import { BREB_MAX } from "../country/countries"
import { initials } from "../privacy/customer-data"
import { compareAmounts, type MajorAmount } from "../money/amount"
import { nameWords } from "../text/person-name"
import type { PayoutDestination } from "./destination"

/** The payout method whose account is a key. The service is asked who holds it before money leaves. */
export const KEY_METHOD = "BREB"

/** Who holds a Bre-B key, as the service resolves it (docs/service.md#bre-b-keys). Personal data. */
export interface KeyHolder {
  full_name: string
  /** The service may mask it with `*`; empty when it did not say. */
  legal_doc: string
  legal_doc_type: string | null
  bank: string | null
}

/** The service's answer about a key; null: it cannot tell, or answers in an unknown shape. */
export type KeyAnswer =
  | { status: "active"; holder: KeyHolder }
  /** Nobody holds the key, or the key is not active. */
  | { status: "not_found" }
  | null

/** Why nothing is paid to a key now. */
export type KeyDoubt = "key_not_found" | "key_other_person" | "key_over_limit" | "key_unclear"

/** Whether Bre-B moves so much at once, and in this currency. */
export function fitsKey(amount: MajorAmount, currency: string): boolean {
  return currency === "COP" && compareAmounts(amount, BREB_MAX) <= 0
}

/** What an operator sees of a key's holder, and what another person approves. */
export interface ShownKeyHolder {
  /** Initials of the name, such as `M. R.` */
  name: string
  /** The last three characters of the document. */
  document: string
  bank: string | null
  /** Whether it is another name than the destination's. */
  differs: boolean
  /** Tells one holder of this payout's key from another one, without the name. */
  print: string
}

export type KeyStanding =
  { outcome: "holder"; shown: ShownKeyHolder } | { outcome: "doubt"; doubt: KeyDoubt }

/**
 * Whether money may go to the holder of a key. Another document is another person: nothing is sent.
 * Another name is for a person to decide. A name or document that the service hides says nothing.
 *
 * @param payoutId makes the print of one payout useless for another one
 */
export function keyStanding(
  payoutId: string,
  destination: Pick<PayoutDestination, "account_number" | "full_name" | "legal_doc"> & {
    legal_doc_type: string
  },
  answer: KeyAnswer
): KeyStanding {
  if (answer === null) return { outcome: "doubt", doubt: "key_unclear" }
  if (answer.status === "not_found") return { outcome: "doubt", doubt: "key_not_found" }
  const { holder } = answer
  const documentDoubt = doubtOfDocument(holder, destination)
  if (documentDoubt !== null) return { outcome: "doubt", doubt: documentDoubt }
  const isNameShown = /[\p{L}\p{N}]/u.test(holder.full_name)
  const sameName = wordsOf(holder.full_name) === wordsOf(destination.full_name)
  const mask = maskOfOtherLength(holder, destination)
  return {
    outcome: "holder",
    shown: {
      name: initials(holder.full_name),
      document: lastThree(holder.legal_doc),
      bank: holder.bank,
      differs: (isNameShown && !sameName) || mask !== null,
      print: printOf([
        ...[payoutId, destination.account_number ?? "", wordsOf(holder.full_name)],
        ...(mask === null ? [] : [mask]),
      ]),
    },
  }
}

/**
 * Whether a person could see this holder already, or need not: it is the one that is written, or one
 * whom the service hides. After the service named another person than the written one, a hidden holder
 * may be anybody.
 *
 * @param another whether the service named another person for this key before ({@link isAnotherNamed})
 */
export function isHolderKnown(
  kept: ShownKeyHolder | null,
  told: ShownKeyHolder,
  another: boolean
): boolean {
  return told.differs
    ? kept !== null && kept.differs && kept.print === told.print
    : !another || told.name !== ""
}

/**
 * The print of the holder whom the service named last, by the print of the key. It holds each key that
 * the payout ever had: otherwise another key, or another method, and the first one again would make
 * the plugin forget a person.
 */
export type NamedHolders = Readonly<Record<string, string>>

/** A person with another document than the written one: no name that is written makes it theirs. */
const OTHER_PERSON = "other person"

/** A destination whose account is a key. */
type ToKey = Pick<PayoutDestination, "account_number" | "full_name">

/** What is remembered after an answer. One that names nobody changes nothing. */
export function namedAfter(
  payoutId: string,
  named: NamedHolders | null,
  { account_number }: ToKey,
  told: ShownKeyHolder | KeyDoubt
): NamedHolders | null {
  const key = printOf([payoutId, account_number ?? ""])
  if (typeof told === "string") {
    return told === "key_other_person" ? { ...named, [key]: OTHER_PERSON } : named
  }
  return told.name === "" && !told.differs ? named : { ...named, [key]: told.print }
}

/** Whether the service named last another person for the key than the one who is written now. */
export function isAnotherNamed(
  payoutId: string,
  named: NamedHolders | null,
  { account_number, full_name }: ToKey
): boolean {
  const last = named?.[printOf([payoutId, account_number ?? ""])]
  return (
    last !== undefined && last !== printOf([payoutId, account_number ?? "", wordsOf(full_name)])
  )
}

/**
 * What stays known of a key's holder when the destination is written anew; null: it is another key.
 * Somebody could make the plugin forget another person by a change of the e-mail otherwise.
 */
export function holderAfter<Kept extends ShownKeyHolder>(
  payoutId: string,
  kept: Kept | null,
  before: Pick<PayoutDestination, "account_number"> | null,
  after: Pick<PayoutDestination, "account_number" | "full_name">
): Kept | null {
  const { account_number, full_name } = after
  if (kept === null || account_number === null || before?.account_number !== account_number) {
    return null
  }
  const print = printOf([payoutId, account_number, wordsOf(full_name)])
  return { ...kept, differs: kept.name !== "" && kept.print !== print }
}

/** Another document is another person. Of a masked one, what is shown is compared. */
function doubtOfDocument(
  { legal_doc, legal_doc_type }: KeyHolder,
  typed: { legal_doc: string; legal_doc_type: string }
): Extract<KeyDoubt, "key_other_person"> | null {
  const told = plain(legal_doc, "*")
  const own = plain(typed.legal_doc)
  const isMasked = told.includes("*")
  const before = isMasked ? told.slice(0, told.indexOf("*")) : told
  const after = isMasked ? told.slice(told.lastIndexOf("*") + 1) : ""
  const fits =
    told === "" ||
    (isMasked
      ? before.length + after.length <= own.length && own.startsWith(before) && own.endsWith(after)
      : told === own)
  const isOtherType = legal_doc_type !== null && legal_doc_type !== typed.legal_doc_type
  return isOtherType || !fits ? "key_other_person" : null
}

/**
 * A mask that fits, but is longer or shorter than the document: the service may mask all to one length, or
 * mean another document. A person decides. Null: it says nothing, or has the same length.
 */
function maskOfOtherLength(
  { legal_doc }: Pick<KeyHolder, "legal_doc">,
  typed: { legal_doc: string }
): string | null {
  const told = plain(legal_doc, "*")
  const isShown = told.includes("*") && /[^*]/.test(told)
  return isShown && told.length !== plain(typed.legal_doc).length ? told : null
}

function plain(document: string, kept = ""): string {
  return Array.from(document.toUpperCase())
    .filter((one) => /[A-Z0-9]/.test(one) || one === kept)
    .join("")
}

function wordsOf(name: string): string {
  return nameWords(name).join(" ")
}

function lastThree(document: string): string {
  const shown = plain(document)
  return shown.length < 6 ? "" : shown.slice(-3)
}

function printOf(parts: readonly string[]): string {
  return createHash("sha256").update(parts.join("\n")).digest("hex").slice(0, 32)
}
