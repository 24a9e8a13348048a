import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "zod"
import { anomalyReason } from "../../domain/anomaly/reason"
import { reasonOf } from "../../domain/error/reason"
import { isFinal, payInStatusFor } from "../../domain/payin/state"
import { isPayOutReference, parseReference, sameReference } from "../../domain/row/reference"
import { readServiceStatus } from "../../domain/service/status"
import type { RemoteTransaction } from "../../modules/gateway/lookup"
import type { InboxEvent } from "../../modules/inbox/events"
import { servicesOf } from "./index"

/** Accounts whose token fits the notification. */
const fitting = z.object({ accounts: z.array(z.string()) })

/**
 * A notification that no row fitted when it came (`receiveStranger`), with the row that appeared since, for
 * instance because a replica caught up. Any other notification is answered unchanged.
 */
export async function addressed(
  container: MedusaContainer,
  event: InboxEvent
): Promise<InboxEvent> {
  const reference = parseReference(event.reference)
  if (event.transaction_id !== null || event.payout_attempt_id !== null || reference === null) {
    return event
  }
  const { inbox, ledger, payouts } = servicesOf(container)
  const [payIn, attempt] = isPayOutReference(reference)
    ? [null, await payouts.attempts.findByReference(reference)]
    : [await ledger.transactions.findByReference(reference), null]
  const account = (payIn ?? attempt)?.account
  if (account === undefined || !accountsOf(event).includes(account)) {
    return event
  }
  const [transaction_id, payout_attempt_id] = [payIn?.id ?? null, attempt?.id ?? null]
  const subject = { transaction_id, payout_attempt_id, account }
  await inbox.events.addressed(event.id, subject)
  return { ...event, ...subject }
}

/**
 * A stored notification about a link or payout that no row has. Where the service says that its money
 * moved, a person is asked: nobody else would ever see it. Each account whose token fits is asked by
 * both names. As long as the answers disagree with the notification it is processed again, less and
 * less often (INBOX_BACKOFF_SECONDS), and is shown when the tries are over.
 *
 * @throws GatewayError, MedusaError when the service gave no clear answer, or another one than the
 * notification: it is processed again
 */
export async function askAboutStranger(
  container: MedusaContainer,
  event: InboxEvent,
  ticket: string | null
): Promise<void> {
  const { gateway, ledger } = servicesOf(container)
  const { reference } = event
  const accounts = accountsOf(event).filter((id) => gateway.has(id))
  const asked = await Promise.allSettled(
    accounts.map((account) => told(container, { account, reference, ticket }))
  )
  const answers = asked.flatMap((one) => (one.status === "fulfilled" ? one.value : []))
  const moved = answers.find(({ answer }) => answer.status === "APPROVED")
  if (moved !== undefined) {
    const { amount, currency, ticket: named, kind, status } = moved.answer
    await ledger.anomalies.open({
      kind: "webhook_unmatched",
      subject: reference,
      account: moved.account,
      facts: {
        reason: anomalyReason("notification_unmatched", { said: status }),
        ...{ reference, ticket: named, said: status, direction: kind },
        shown: { amount, currency },
      },
    })
    return
  }
  const unclear = asked.flatMap((one) => (one.status === "rejected" ? [asError(one.reason)] : []))
  if (unclear[0] !== undefined) {
    throw unclear[0]
  }
  if (accounts.length === 0 || answers.length === 0) {
    throw again("the service told of a payment under it, and does not know it now")
  }
  if (answers.every(({ answer }) => disagrees(event, answer))) {
    throw again(`the notification says ${event.type}, the lookup does not`)
  }
}

/** What the service says of a reference by each of its names. */
async function told(
  container: MedusaContainer,
  { account, reference, ticket }: { account: string; reference: string; ticket: string | null }
): Promise<{ account: string; answer: RemoteTransaction }[]> {
  const { transactions } = servicesOf(container).gateway
  const answers: RemoteTransaction[] = []
  for (const name of ticket === null ? [reference] : [reference, ticket]) {
    if (answers.some((one) => one.ticket === name)) {
      continue
    }
    const answer = await transactions.lookup(account, name, reference, "notification")
    if (answer.kind !== "not_known" && sameReference(answer.transaction.reference, reference)) {
      answers.push(answer.transaction)
    }
  }
  return answers.map((answer) => ({ account, answer }))
}

/** A notification may come before the lookup shows its status (docs/service.md#delivery). */
function disagrees({ type }: InboxEvent, { status }: RemoteTransaction): boolean {
  const said = payInStatusFor(readServiceStatus(type))
  const shown = payInStatusFor(status)
  if (said === null || !isFinal(said)) {
    return false
  }
  return shown === null || !isFinal(shown) || (said === "approved") !== (shown === "approved")
}

function accountsOf({ account, payload }: InboxEvent): string[] {
  const own = account === null ? [] : [account]
  return fitting.safeParse(payload).data?.accounts ?? own
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(reasonOf(reason))
}

function again(why: string): MedusaError {
  return new MedusaError(MedusaError.Types.NOT_FOUND, `${why}: asked again later`)
}
