import { BigNumber } from "bignumber.js"
import { CANARY } from "../support/personal-data"
import type { Violation } from "./invariants"
import type { LineRecord, PaidRecord, PayoutBooks, PayoutRecord } from "./payout-books"
import { owedFor } from "./seller-share"

/** As the world's stores are configured, in major units. */
export const APPROVAL_ABOVE = { COP: "100000", PEN: "100" } as const
export const APPROVAL_ABOVE_PER_DAY = { COP: "200000", PEN: "200" } as const

const REFUSED: readonly string[] = ["REJECTED", "DECLINED", "EXPIRED"]
/** Lines of the audit by which a person answers for money. */
const AGREEING = ["approval_given", "confirmed", "concluded", "paid_elsewhere"]
/**
 * The audit tells when a transaction began. One that waited for the row comes after another that began later: within
 * so many seconds the order of two lines says nothing.
 */
const TELLS_NOTHING_SECONDS = 10
/** Of option `timeZone`, which has no summer time. */
const BOGOTA_SECONDS = -5 * 3_600
const DAY_SECONDS = 86_400

/** A payout that arrived at the service, with all that decides whether two persons stand behind it. */
interface Sent {
  record: PaidRecord
  payout: PayoutRecord
  /** Its own lines up to the claim. */
  lines: LineRecord[]
  claimed: LineRecord
}

/**
 * Money leaves by two persons' word, reckoned from the audit and from what arrived at the service, not from the columns
 * that the plugin decides by (docs/decisions/0015-four-eyes.md).
 */
export function fourEyesViolations(books: PayoutBooks): Violation[] {
  const sent = books.paid.flatMap((record) => sentOf(books, record) ?? [])
  const alone = sent.filter((one) => !isAgreed(books, one))
  return [
    ...agreedToOwn(books),
    ...alone.flatMap((one) => needsAnother(books, one)),
    ...perDay(alone),
  ]
}

function sentOf({ payouts, audit }: PayoutBooks, record: PaidRecord): Sent | null {
  const payout = payouts.find(({ id }) => id === record.payout_id)
  const own = audit.filter(({ subject_id }) => subject_id === record.payout_id)
  // The last one: what never left is claimed again under its reference, perhaps in another version.
  const claimed = own
    .filter(({ action, facts }) => action === "claimed" && facts?.reference === record.reference)
    .at(-1)
  if (payout === undefined || claimed === undefined) {
    return null
  }
  const lines = own.filter(({ at }) => at <= claimed.at + TELLS_NOTHING_SECONDS)
  return { record, payout, lines, claimed }
}

/**
 * Whether another person agreed to the very version that was claimed, and nobody said since that an earlier send was
 * not paid: an approval is for one send.
 */
function isAgreed(books: PayoutBooks, { payout, lines, claimed }: Sent): boolean {
  const changes = lines.filter(isNewVersion)
  const spent = lines.filter(
    ({ action, facts, at }) =>
      action === "concluded" &&
      facts?.outcome === "not_paid" &&
      at <= claimed.at - TELLS_NOTHING_SECONDS
  )
  const since = Math.max(0, ...spent.map(({ at }) => at)) - TELLS_NOTHING_SECONDS
  const least = changes.filter(({ at }) => at <= claimed.at - TELLS_NOTHING_SECONDS).length + 1
  return lines.some((line) => {
    const version = Number(line.facts?.version)
    const isOfVersion =
      line.action === "approval_given" && version >= least && version <= changes.length + 1
    return (
      isOfVersion &&
      line.at >= since &&
      !makersOf(books, payout, line).includes(line.actor_id ?? "")
    )
  })
}

/** A change of destination or amount. */
function isNewVersion({ action, facts }: LineRecord): boolean {
  return (
    ["edited", "destination_given", "details_changed"].includes(action) &&
    facts !== null &&
    ("account_last_four" in facts || "amount" in facts)
  )
}

/**
 * Everybody who had a part in a payout before somebody answered for it, also by a secret API key: in the version that
 * they saw, in its beneficiary and in its rule.
 */
function makersOf(
  books: PayoutBooks,
  { id, created_by }: PayoutRecord,
  line: LineRecord
): string[] {
  const own = linesOf(books, id)
  const before = ({ at }: LineRecord) => at < line.at - TELLS_NOTHING_SECONDS
  const changes = own.filter(isNewVersion)
  const seen = line.facts?.version
  const made = [
    ...own.filter(({ action }) => action === "created"),
    ...own.filter((one) => one.action === "link_made" && before(one)),
    ...(seen === undefined ? changes.filter(before) : changes.slice(0, Number(seen) - 1)).filter(
      // Whoever orders a rest lowers what was paid already.
      ({ facts }) => facts?.rest === undefined
    ),
    ...copiedFrom(books, id).filter(before),
  ]
  return [created_by ?? "", ...made.map((one) => personOf(books, one))]
}

/** Changes of its beneficiary, also of later, and of its rule up to when it was made. */
function copiedFrom(books: PayoutBooks, payoutId: string): LineRecord[] {
  const beneficiary = needOf(books, payoutId)?.beneficiary_id ?? ""
  const rule = books.sellers.shares.find(({ payout_id }) => payout_id === payoutId)?.rule_id ?? ""
  const created = linesOf(books, payoutId).find(({ action }) => action === "created")?.at ?? 0
  const isChange = ({ action }: LineRecord) => ["created", "edited"].includes(action)
  return [
    ...linesOf(books, beneficiary).filter(isChange),
    ...linesOf(books, rule).filter(
      (line) => isChange(line) && line.at < created - TELLS_NOTHING_SECONDS
    ),
  ]
}

function linesOf({ audit }: PayoutBooks, subject: string): LineRecord[] {
  return audit.filter(({ subject_id }) => subject_id === subject)
}

function personOf({ fourEyes }: PayoutBooks, { actor_id }: LineRecord): string {
  return fourEyes.keys.find(({ id }) => id === actor_id)?.person ?? actor_id ?? ""
}

/**
 * Nobody answers for what they made, and no key answers for anything. Below the limit one person may say alone how a
 * payout ended or that it was paid by hand.
 */
function agreedToOwn(books: PayoutBooks): Violation[] {
  return books.audit.flatMap((line) => {
    const { subject_id, action, actor_type, actor_id } = line
    const makers = AGREEING.includes(action) ? barred(books, line) : null
    return makers === null || (actor_type === "user" && !makers.includes(actor_id ?? ""))
      ? []
      : [
          {
            invariant: "nobody agrees to what they made",
            subject: subject_id,
            detail: `${action} by ${actor_type} ${actor_id}, made by ${makers.join()}`,
          },
        ]
  })
}

/** Who may not have answered by this line; null when anybody may. */
function barred(books: PayoutBooks, line: LineRecord): string[] | null {
  const { subject_id, action, facts } = line
  const payout = books.payouts.find(({ id }) => id === subject_id)
  if (payout === undefined) {
    return makersOfVersion(books, subject_id, Number(facts?.version))
  }
  if (action === "approval_given") {
    return makersOf(books, payout, line)
  }
  // A payout leaves its wait when its beneficiary is confirmed: that person did not decide about it.
  const isAlone = action === "confirmed" || !isAbove(String(facts?.amount), payout.currency)
  return isAlone ? null : makersOf(books, payout, line)
}

/** Who changed a beneficiary or a rule up to the version that a second person confirms. */
function makersOfVersion(books: PayoutBooks, subject: string, version: number): string[] {
  const versions = versionsOf(books, subject)
  const first = versions.findIndex((one) => one.version === version)
  return versions.slice(0, first + 1).map(({ line }) => personOf(books, line))
}

interface Version {
  line: LineRecord
  version: number
  /** When another person confirmed it, in seconds of the store's clock; null: nobody did. */
  confirmed: number | null
}

/**
 * The changes of a beneficiary or a rule, numbered as the plugin promises to: each new destination, each percent that
 * rises, and each change of a version that nobody confirmed.
 */
function versionsOf(books: PayoutBooks, subject: string): Version[] {
  const lines = linesOf(books, subject)
  const found: Version[] = []
  for (const line of lines.filter(({ action }) => ["created", "edited"].includes(action))) {
    const last = found.at(-1)
    const stays =
      last !== undefined &&
      last.confirmed !== null &&
      last.confirmed < line.at &&
      line.facts?.percent !== undefined &&
      Number(line.facts.percent) <= Number(last.line.facts?.percent)
    const version = (last?.version ?? 0) + (stays ? 0 : 1)
    const agreed = lines.find(
      ({ action, facts }) => action === "confirmed" && facts?.version === version
    )
    found.push({ line, version, confirmed: agreed?.at ?? null })
  }
  return found
}

/** Why a payout may not leave by one person's word. */
function needsAnother(books: PayoutBooks, sent: Sent): Violation[] {
  const { record, payout } = sent
  const reasons: [boolean, string][] = [
    [isAbove(major(record), record.currency), "above the limit"],
    [payout.rest_of !== null, "the rest of another payout"],
    [isOfOtherPerson(sent), "to another person"],
    [isToUnconfirmedAccount(books, sent), "to an account that nobody confirmed"],
    [isAboveConfirmedPercent(books, sent), "by a percent that nobody confirmed"],
    [isUnconfirmed(books, payout), "while its beneficiary or rule is not confirmed"],
  ]
  return reasons
    .filter(([holds]) => holds)
    .map(([, why]) => ({
      invariant: "two persons stand behind what leaves",
      subject: payout.id,
      detail: `${record.reference}, ${major(record)} ${record.currency}: ${why}`,
    }))
}

function isAbove(amount: string, currency: string): boolean {
  return new BigNumber(amount).gt(limitOf(APPROVAL_ABOVE, currency))
}

function limitOf(limits: typeof APPROVAL_ABOVE | typeof APPROVAL_ABOVE_PER_DAY, currency: string) {
  return currency === "COP" || currency === "PEN" ? limits[currency] : "0"
}

/** Whoever paid did so with the document of their market. */
function isOfOtherPerson({ record, payout }: Sent): boolean {
  const payer = record.currency === "PEN" ? CANARY.pe : CANARY.co
  return payout.transaction_id !== null && record.legal_doc_type !== payer.legal_doc_type
}

/** The account is one that was given to the beneficiary, and not one that somebody gave to the payout alone. */
function isToUnconfirmedAccount(books: PayoutBooks, { record, payout, claimed }: Sent): boolean {
  const beneficiary = needOf(books, payout.id)?.beneficiary_id
  const given =
    beneficiary == null
      ? []
      : versionsOf(books, beneficiary).filter(
          ({ line }) => line.facts?.account_last_four === record.account_last_four
        )
  return given.length > 0 && !given.some(({ confirmed }) => isBefore(confirmed, claimed))
}

/** The share is more than any percent comes to that was confirmed by then. */
function isAboveConfirmedPercent(books: PayoutBooks, { record, payout, claimed }: Sent): boolean {
  const { shares, rules, parcels } = books.sellers
  const share = shares.find(({ payout_id }) => payout_id === payout.id)
  const rule = rules.find(({ id }) => id === share?.rule_id)
  const parcel = parcels.find(({ id }) => id === share?.fulfillment_id)
  if (share === undefined || rule === undefined || parcel === undefined) {
    return false
  }
  const percents = versionsOf(books, share.rule_id)
    .filter(({ confirmed }) => isBefore(confirmed, claimed))
    .map(({ line }) => Number(line.facts?.percent))
  const percent = String(Math.max(0, ...percents))
  return owedFor({ ...rule, percent }, parcel).most.lt(major(record))
}

function isUnconfirmed(books: PayoutBooks, payout: PayoutRecord): boolean {
  return needOf(books, payout.id)?.unconfirmed === true
}

function needOf({ fourEyes }: PayoutBooks, payoutId: string) {
  return fourEyes.needs.find(({ payout_id }) => payout_id === payoutId)
}

function isBefore(confirmed: number | null, { at }: LineRecord): boolean {
  return confirmed !== null && confirmed <= at + TELLS_NOTHING_SECONDS
}

/**
 * What was sent on one day without a second person, of each account. What the service refused gave its room back, and
 * what it changed its mind about nobody could count.
 */
function perDay(alone: readonly Sent[]): Violation[] {
  const days = new Map<string, { sum: BigNumber; currency: string }>()
  for (const { record, payout, claimed } of alone.filter(countsForDay)) {
    const day = Math.floor((claimed.at + BOGOTA_SECONDS) / DAY_SECONDS)
    const key = `${payout.account} ${record.currency}, day ${day}`
    const sum = days.get(key)?.sum ?? new BigNumber(0)
    days.set(key, { sum: sum.plus(major(record)), currency: record.currency })
  }
  return [...days]
    .filter(([, { sum, currency }]) => sum.gt(limitOf(APPROVAL_ABOVE_PER_DAY, currency)))
    .map(([subject, { sum }]) => ({
      invariant: "no more leaves in a day by one person's word",
      subject,
      detail: sum.toFixed(),
    }))
}

function countsForDay({ record }: Sent): boolean {
  return !record.contradicted && !REFUSED.includes(record.status)
}

function major({ amount, currency }: PaidRecord): string {
  return new BigNumber(amount).shiftedBy(currency === "PEN" ? -2 : 0).toFixed()
}
