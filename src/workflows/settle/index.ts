import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { isOfMerchant, merchantPrints } from "../../domain/installation/merchant-print"
import { providerIdsOf } from "../../domain/options/provider-id"
import { PAYIN_GATEWAY } from "../../modules/gateway"
import type { LookupCause, PayInGatewayService } from "../../modules/gateway/service"
import { PAYIN_INBOX } from "../../modules/inbox"
import type { PayInInboxService } from "../../modules/inbox/service"
import { PAYIN_LEDGER } from "../../modules/ledger"
import type { Transaction } from "../../modules/ledger/rows"
import type { PayInLedgerService } from "../../modules/ledger/service"
import { PAYIN_PAYOUTS } from "../../modules/payouts"
import type { PayInPayoutsService } from "../../modules/payouts/service"
import { PAYIN_SUBSCRIPTIONS } from "../../modules/subscriptions"
import type { PayInSubscriptionsService } from "../../modules/subscriptions/service"
import type { RefundPayoutDeps } from "../../settlement/refund-payouts"
import { fetchStatus, type Observation } from "../../settlement/fetch-status"
import { apply, type Applied, type ApplyDeps } from "./apply"
import { MedusaCalls } from "./medusa-calls"
import { medusaBound } from "./medusa-bound"
import { end, type EndDeps, type Ended } from "./end"
import { findCartTotal, findSnapshot } from "../../medusa/payment-snapshot"
import { findWaitingOrder } from "./waiting-order"

/** The plugin's modules, resolved once per use from the container of a route, job or subscriber. */
export function servicesOf(container: MedusaContainer): {
  ledger: PayInLedgerService
  gateway: PayInGatewayService
  inbox: PayInInboxService
  payouts: PayInPayoutsService
  subscriptions: PayInSubscriptionsService
} {
  return {
    ledger: container.resolve<PayInLedgerService>(PAYIN_LEDGER),
    gateway: container.resolve<PayInGatewayService>(PAYIN_GATEWAY),
    inbox: container.resolve<PayInInboxService>(PAYIN_INBOX),
    payouts: container.resolve<PayInPayoutsService>(PAYIN_PAYOUTS),
    subscriptions: container.resolve<PayInSubscriptionsService>(PAYIN_SUBSCRIPTIONS),
  }
}

/** The ids under which Medusa knows the providers of the configured accounts. */
export function ourProviders(container: MedusaContainer): string[] {
  return servicesOf(container).gateway.options.accounts.flatMap(({ id }) => providerIdsOf(id))
}

/** Resolves the dependencies of refunds from a container. */
export function refundPayoutDeps(container: MedusaContainer): RefundPayoutDeps {
  const { ledger, payouts, gateway } = servicesOf(container)
  return { ledger, payouts, options: gateway.options }
}

/**
 * Fetches the status of one pay-in and moves the ledger.
 *
 * @param heard the ticket in a notification about it
 */
export async function fetchPayInStatus(
  container: MedusaContainer,
  transaction: Transaction,
  cause: LookupCause = "own",
  heard: string | null = null
): Promise<Observation> {
  return fetchStatus(servicesOf(container), transaction, cause, heard)
}

/**
 * Apply outcome: updates Medusa about one approved pay-in; a few at a time, in order of arrival.
 * Safe to call at any time.
 */
export async function applyPayIn(
  container: MedusaContainer,
  transactionId: string
): Promise<Applied> {
  const { coreConcurrency } = servicesOf(container).gateway.options
  return medusaBound(coreConcurrency).execute(() => apply(applyDeps(container), transactionId))
}

/** Resolves the dependencies of applying from a container. */
export function applyDeps(container: MedusaContainer): ApplyDeps {
  return {
    ledger: servicesOf(container).ledger,
    payouts: servicesOf(container).payouts,
    medusa: new MedusaCalls(container),
    read: {
      place: (id) => findSnapshot(container, id),
      cartTotal: (id) => findCartTotal(container, id),
    },
    logger: container.resolve(ContainerRegistrationKeys.LOGGER),
  }
}

/**
 * Apply outcome: ends due pay-ins without money, one or a batch. Safe to call at any time, several
 * times at once.
 */
export async function endPayIns(
  container: MedusaContainer,
  which: { id: string } | { limit: number }
): Promise<Ended[]> {
  const { ledger, gateway, subscriptions } = servicesOf(container)
  const { options } = gateway
  const deps: EndDeps = {
    ledger,
    medusa: new MedusaCalls(container),
    inMedusa: (call) => medusaBound(options.coreConcurrency).execute(call),
    read: {
      place: (id) => findSnapshot(container, id),
      waitingOrder: (id, alsoOf) => findWaitingOrder(container, id, alsoOf),
    },
    fetchStatus: (transaction) => fetchPayInStatus(container, transaction),
    isConfigured: (account) => gateway.has(account),
    isOfMerchant: (transaction) => isOfMerchant(transaction, merchantPrints(options.accounts)),
    requeueRenewal: (id) => subscriptions.subscriptions.requeueOfCycle(id),
    options,
    logger: container.resolve(ContainerRegistrationKeys.LOGGER),
  }
  const due = await ledger.endings.claim(which)
  return Promise.all(due.map((id) => end(deps, id)))
}

/** Apply outcome: money is applied, a link without money is ended. */
export async function applyOutcome(container: MedusaContainer, now: Transaction): Promise<Applied> {
  if (now.status === "approved" && now.settled_at === null) {
    return applyPayIn(container, now.id)
  }
  if (now.end_after !== null) {
    await endPayIns(container, { id: now.id })
  }
  return "nothing"
}

/** Settles one pay-in: fetches its status, then applies money if there is any. */
export async function settlePayIn(
  container: MedusaContainer,
  transactionId: string
): Promise<{ observation: Observation | null; applied: Applied }> {
  const { ledger } = servicesOf(container)
  const transaction = await ledger.transactions.find(transactionId)
  if (transaction === null) {
    return { observation: null, applied: "nothing" }
  }
  const observation =
    transaction.status === "approved" && transaction.settled_at !== null
      ? null
      : await fetchPayInStatus(container, transaction)
  return {
    observation,
    applied: await applyOutcome(container, observation?.transaction ?? transaction),
  }
}
