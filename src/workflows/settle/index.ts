import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { PAYIN_GATEWAY } from "../../modules/gateway"
import type PayInGatewayService from "../../modules/gateway/service"
import { PAYIN_INBOX } from "../../modules/inbox"
import type { PayInInboxService } from "../../modules/inbox/service"
import { PAYIN_LEDGER } from "../../modules/ledger"
import type { Transaction } from "../../modules/ledger/rows"
import type { PayInLedgerService } from "../../modules/ledger/service"
import { observe, type Observation } from "../../settlement/observe"
import { apply, type Applied, type ApplyDeps } from "./apply"
import { Core } from "./core"
import { coreBound } from "./core-bound"
import { findCartTotal, findPlace } from "./place"

/** The plugin's modules, resolved once per use: routes, jobs and subscribers hand on a container. */
export function roomsOf(container: MedusaContainer): {
  ledger: PayInLedgerService
  gateway: PayInGatewayService
  inbox: PayInInboxService
} {
  return {
    ledger: container.resolve<PayInLedgerService>(PAYIN_LEDGER),
    gateway: container.resolve<PayInGatewayService>(PAYIN_GATEWAY),
    inbox: container.resolve<PayInInboxService>(PAYIN_INBOX),
  }
}

/** Asks the service about one pay-in and moves the ledger. */
export async function observePayIn(
  container: MedusaContainer,
  transaction: Transaction
): Promise<Observation> {
  return observe(roomsOf(container), transaction)
}

/** Tells Medusa of one approved pay-in; a few at a time, in order of arrival. Safe to call at any time. */
export async function applyPayIn(
  container: MedusaContainer,
  transactionId: string
): Promise<Applied> {
  const { ledger, gateway } = roomsOf(container)
  const deps: ApplyDeps = {
    ledger,
    core: new Core(container),
    read: {
      place: (id) => findPlace(container, id),
      cartTotal: (id) => findCartTotal(container, id),
    },
    logger: container.resolve(ContainerRegistrationKeys.LOGGER),
  }
  return coreBound(gateway.options.coreConcurrency).execute(() => apply(deps, transactionId))
}

/** The whole road of one pay-in: observe, then apply when there is money to tell of. */
export async function settlePayIn(
  container: MedusaContainer,
  transactionId: string
): Promise<{ observation: Observation | null; applied: Applied }> {
  const { ledger } = roomsOf(container)
  const transaction = await ledger.transactions.find(transactionId)
  if (transaction === null) {
    return { observation: null, applied: "nothing" }
  }
  const observation =
    transaction.status === "approved" && transaction.settled_at !== null
      ? null
      : await observePayIn(container, transaction)
  const current = observation?.transaction ?? transaction
  const applied =
    current.status === "approved" && current.settled_at === null
      ? await applyPayIn(container, current.id)
      : "nothing"
  return { observation, applied }
}
