import { doubtingKinds } from "../domain/anomaly/doubt"
import { anomalyReason } from "../domain/anomaly/reason"
import { isBelieved, type NotKnownRule } from "../domain/payin/not-known"
import type { MajorAmount } from "../domain/money/amount"
import { isFinal } from "../domain/payin/state"
import { payInDoubt, type PayInAnswer, type PayInDoubt } from "../domain/payout/eligibility"
import { isCardProvider } from "../domain/options/provider-id"
import { systemNote } from "../domain/operator/system-note"
import type { Anomaly, Transaction } from "../modules/ledger/rows"
import type { PayInSubscriptionsService } from "../modules/subscriptions/service"
import { fetchStatus, CONTRADICTION_KINDS, type FetchStatusDeps } from "./fetch-status"

/**
 * Dependencies of the last look at a pay-in; passed in, so that every road of a payout can make it.
 */
export interface PayInStandingDeps extends FetchStatusDeps {
  subscriptions: Pick<PayInSubscriptionsService, "cardTransactions">
  notKnown: NotKnownRule
}

/** A pay-in whose money leaves, and the amount that it has to cover, in major units. */
export interface Leaving {
  payIn: Transaction
  needed: MajorAmount
}

/**
 * Asks the service whether a pay-in still stands before its money leaves. A card payment cannot be
 * looked up: there only what the service said by itself counts.
 *
 * A doubt stands in an anomaly. The anomaly ends when the service calls the pay-in approved again,
 * with the needed amount. Of a card it ends when a person says what the service told them. Ignoring
 * it ends no doubt: the next lookup of a link finds it again, and a card's is asked about again.
 *
 * @returns why its money must not leave; null when it may
 * @throws GatewayError when the service gave no clear answer
 */
export async function doubtOf(
  deps: PayInStandingDeps,
  { payIn, needed }: Leaving
): Promise<PayInDoubt | null> {
  const { anomalies } = deps.ledger
  const { transaction, answer } = isCardProvider(payIn.provider_id)
    ? { transaction: payIn, answer: null }
    : await fetchStatus(deps, payIn)
  const { status, approved_currency: currency } = transaction
  const facts = { status, currency, needed, answer }
  const doubt = payInDoubt({ ...facts, contradicted: false })
  if (doubt === null) {
    if (answer !== null) {
      const note = systemNote("service_says", { status })
      await anomalies.closeOfPayIn({ transaction_id: payIn.id, kinds: CONTRADICTION_KINDS }, note)
    }
    const contradicted = await isContradicted(deps, { payIn: transaction, needed })
    return payInDoubt({ ...facts, contradicted })
  }
  const unreported =
    doubt === "less_than_needed" ||
    isPendingAgain(answer) ||
    isBelievedGone(deps, doubt, transaction)
  if (unreported) {
    await report(deps, transaction, { doubt, needed, answer })
  }
  return doubt
}

/** An earlier step of the service: to the lookup old news, but not while money leaves. */
function isPendingAgain(answer: PayInAnswer | null): boolean {
  return answer !== null && typeof answer !== "string" && !isFinal(answer.status)
}

/** One answer "not known" may be a passing fault of the service (docs/service.md#not-known). */
function isBelievedGone(
  { notKnown }: PayInStandingDeps,
  doubt: PayInDoubt,
  transaction: Transaction
): boolean {
  return doubt === "not_known" && isBelieved(transaction, notKnown)
}

/** Every other doubt is reported by the lookup itself. */
async function report(
  { ledger }: PayInStandingDeps,
  { id, account, order_id, reference, status, approved_currency }: Transaction,
  { doubt, needed, answer }: { doubt: PayInDoubt; needed: MajorAmount; answer: PayInAnswer | null }
): Promise<void> {
  const said = answer !== null && typeof answer !== "string" ? answer : null
  await ledger.anomalies.openWhile(
    { status },
    {
      kind: "status_changed_after_final",
      subject: id,
      account,
      transaction_id: id,
      order_id,
      facts: {
        reference,
        status,
        said: said?.status ?? doubt,
        ...(said !== null && { shown: { amount: said.amount, currency: said.currency } }),
        needed: { amount: needed, currency: approved_currency },
        ...(doubt !== "not_approved" && {
          reason: anomalyReason(doubt === "not_known" ? "payin_forgotten" : "payin_shrank"),
        }),
      },
    }
  )
}

/** The anomalies of a card payment have its card transaction as their subject. */
async function isContradicted(deps: PayInStandingDeps, leaving: Leaving): Promise<boolean> {
  const { id, provider_id, reference, accepted_at } = leaving.payIn
  const { anomalies } = deps.ledger
  const kinds = doubtingKinds({ accepted: accepted_at !== null })
  const card = isCardProvider(provider_id)
    ? await deps.subscriptions.cardTransactions.findByReference(reference)
    : null
  if (await anomalies.isDoubted(card === null ? [id] : [id, card.id], kinds)) {
    return true
  }
  const ignored = card && (await anomalies.ignoredDoubt(card.id, kinds, card.captured_at))
  if (ignored === null) {
    return false
  }
  await askAgain(deps, ignored, leaving)
  return true
}

/** Once for each amount that waits: a person can then say what the service told them. */
async function askAgain(
  { ledger }: PayInStandingDeps,
  { kind, subject, account, order_id, facts }: Anomaly,
  { payIn, needed }: Leaving
): Promise<void> {
  await ledger.anomalies.open({
    ...{ kind, subject, account, order_id },
    facts: {
      ...facts,
      needed: { amount: needed, currency: payIn.approved_currency },
      reason: anomalyReason("doubt_ignored"),
    },
  })
}
