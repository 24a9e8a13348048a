import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError, Modules } from "@medusajs/framework/utils"
import { z } from "zod"
import { reasonOf } from "../../domain/error/reason"
import { isFinal, payInStatusFor } from "../../domain/payin/state"
import { readServiceStatus } from "../../domain/service/status"
import { UnreachableError } from "../../modules/gateway/errors"
import type { InboxEvent } from "../../modules/inbox/events"
import { cardSchema } from "../../modules/ledger/rows"
import type { PayInLedgerService } from "../../modules/ledger/service"
import type { Observation } from "../../settlement/fetch-status"
import { processWebhook } from "../card/webhook"
import { lookUpNotified } from "../payout/notified"
import { applyOutcome, fetchPayInStatus, servicesOf } from "./index"
import { addressed, askAboutStranger } from "./stranger"

/** Our own signal that requests a lookup of a pay-in or a payout; ids only. */
export const LOOKUP_REQUESTED = "payin.prompted"

export interface LookupRequest {
  /** The subject: one of the two. */
  transaction_id: string | null
  payout_attempt_id?: string | null
  /** The stored notification behind it; null for a return page or a person. */
  event_id: string | null
}

/** Requests a lookup by a worker. A lost signal, or a failing bus, is left to the sweep. */
export async function requestLookup(
  container: MedusaContainer,
  data: LookupRequest
): Promise<void> {
  try {
    await container
      .resolve(Modules.EVENT_BUS)
      .emit({ name: LOOKUP_REQUESTED, data }, { internal: true })
  } catch (error) {
    const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
    const named = data.transaction_id ?? data.payout_attempt_id ?? ""
    logger.warn(`payin ${named}: no lookup was requested: ${reasonOf(error)}`)
  }
}

/**
 * Processes a lookup request. A stored notification is processed once its lookup succeeded.
 * Updating Medusa has its own schedule on the pay-in, so a slow Medusa never makes a notification
 * fail.
 */
export async function answerLookupRequest(
  container: MedusaContainer,
  data: LookupRequest
): Promise<void> {
  const { inbox } = servicesOf(container)
  if (data.event_id === null) {
    await quietly(container, data)
    return
  }
  const event = await inbox.events.claim(data.event_id)
  if (event !== null) {
    await processEvent(container, event)
  }
}

/**
 * Processes a claimed notification. It only causes a lookup
 * (docs/decisions/0002-lookup-is-the-only-truth.md), unless it is about a card.
 */
export async function processEvent(container: MedusaContainer, told: InboxEvent): Promise<void> {
  if (told.source === "card") {
    await processWebhook(container, told)
    return
  }
  const { inbox } = servicesOf(container)
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  let event = told
  try {
    event = await addressed(container, told)
    if (event.transaction_id !== null) {
      await fetchNotifiedStatus(container, event.transaction_id, event)
    }
    if (event.transaction_id === null && event.payout_attempt_id === null) {
      await askAboutStranger(container, event, ticketIn(event))
    }
    if (event.payout_attempt_id !== null) {
      const { attempts, answers } = servicesOf(container).payouts
      await attempts.heardOf(event.payout_attempt_id, ticketIn(event), { waits: true })
      await answers.heard(event.payout_attempt_id)
      await lookUpNotified(container, event.payout_attempt_id, event.type)
    }
    await inbox.events.processed(event.id)
  } catch (error) {
    const message = reasonOf(error)
    const state = await inbox.events.failed(event, message)
    logger.warn(`payin ${event.reference}: notification ${event.id} ${state}: ${message}`)
    return
  }
  if (event.transaction_id !== null) {
    await applyOutcomeIfDue(container, event.transaction_id)
  }
}

async function fetchNotifiedStatus(
  container: MedusaContainer,
  transactionId: string,
  event: InboxEvent
): Promise<void> {
  const { ledger } = servicesOf(container)
  const transaction = await ledger.transactions.find(transactionId)
  if (transaction !== null) {
    await keepCard(ledger, transaction.id, event)
    await ledger.observations.notified(transaction.id)
    const heard = ticketIn(event)
    requireAgreement(event, await fetchPayInStatus(container, transaction, "notification", heard))
  }
}

/** Answers that say nothing about this pay-in; a person is asked. */
const UNHEARD: ReadonlySet<Observation["outcome"]> = new Set(["foreign", "unknown_status"])

/**
 * A notification may come before the lookup shows its status (docs/service.md#delivery). So after a
 * final status in a notification the lookup is repeated until it agrees or contradicts the ledger,
 * a bounded number of times. Their own schedule looks an ended pay-in up seldom, an approved one never.
 *
 * @throws MedusaError when the lookup does not show the status of the notification yet
 */
function requireAgreement(
  event: InboxEvent,
  { outcome, transaction: { status } }: Observation
): void {
  const told = payInStatusFor(readServiceStatus(event.type))
  const agrees = isFinal(status) && (told === "approved") === (status === "approved")
  const left = outcome === "contradiction" || (UNHEARD.has(outcome) && !isFinal(status))
  if (told !== null && isFinal(told) && !agrees && !left) {
    throw new MedusaError(
      MedusaError.Types.UNEXPECTED_STATE,
      `the notification says ${told}, the ledger ${status}, the lookup nothing else: asked again later`
    )
  }
}

const ticketPayload = z.object({ top_ticket: z.string() })

function ticketIn({ payload }: InboxEvent): string | null {
  return ticketPayload.safeParse(payload).data?.top_ticket ?? null
}

const cardPayload = z.object({ top_card: cardSchema })

/** A lookup names no card (docs/service.md#lookup), only the notification does. */
async function keepCard(
  ledger: PayInLedgerService,
  transactionId: string,
  event: InboxEvent
): Promise<void> {
  const named = cardPayload.safeParse(event.payload)
  if (named.success) {
    await ledger.observations.noteCard(transactionId, named.data.top_card)
  }
}

/** No stored notification could be retried: the pay-in's own schedule does that. */
async function quietly(container: MedusaContainer, data: LookupRequest): Promise<void> {
  const { transaction_id, payout_attempt_id = null } = data
  try {
    if (transaction_id !== null) {
      await settleOpen(container, transaction_id)
    }
    if (payout_attempt_id !== null) {
      await lookUpNotified(container, payout_attempt_id, null)
    }
  } catch (error) {
    if (error instanceof UnreachableError && error.reason === "too_busy") {
      return
    }
    const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
    const named = transaction_id ?? payout_attempt_id ?? ""
    logger.warn(`payin ${named}: requested lookup failed: ${reasonOf(error)}`)
  }
}

/** For a return page or a person: looks up only a pay-in that is not final. */
async function settleOpen(container: MedusaContainer, transactionId: string): Promise<void> {
  const transaction = await servicesOf(container).ledger.transactions.find(transactionId)
  if (transaction !== null && !isFinal(transaction.status)) {
    await fetchPayInStatus(container, transaction, "poll")
  }
  await applyOutcomeIfDue(container, transactionId)
}

/** Money that waits for a person (no due time) stays with them, however often a page polls. */
async function applyOutcomeIfDue(container: MedusaContainer, transactionId: string): Promise<void> {
  const transaction = await servicesOf(container).ledger.transactions.find(transactionId)
  if (transaction !== null && (transaction.apply_after ?? transaction.end_after) !== null) {
    await applyOutcome(container, transaction)
  }
}
