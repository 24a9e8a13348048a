import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { installationProblems } from "../../../../domain/installation/installation"
import { instanceProblems } from "../../../../domain/installation/instances"
import { refusedWebhooksProblems } from "../../../../domain/notification/refused-webhooks"
import { ORDER_CHANGE_SHOWN_SECONDS, PLAN_SHOWN_SECONDS } from "../../../../domain/time/schedule"
import {
  accountProblems,
  answerProblems,
  notFoundProblems,
  optionProblems,
  regionProblems,
  regionsWithoutProvider,
} from "../../../../domain/options/setup-problem"
import { uncreditedOrders } from "../../../../workflows/refund/uncredited"
import { payableRegions } from "../../../../workflows/report/regions"
import { servicesOf } from "../../../../workflows/settle"
import { ordersKeptByChanges } from "../../../../medusa/repairs/order-change"
import { unstartedOrders } from "../../../../medusa/plan-order"
import type { AdminStatusAnswer } from "../status-types"
import { merchantChangedProblems, missingAccountProblems } from "./accounts"
import { describeConfiguration, showAccount } from "./configuration"
import { showInstallation } from "./installation"
import { showInstance } from "./instance"
import { keptOrderProblems, MOST_ORDERS, refundProblems, unstartedProblems } from "./orders"
import { payoutProblems, payoutQueues, WAITING_PAYOUTS } from "./payouts"
import { unitProblems } from "./units"

/**
 * `GET /admin/payin/status`: how the plugin is set up, without secrets, which addresses the service
 * has to reach, what waits, what failed last, and where a provider is off. Does not ask the
 * service: `merchant` does.
 */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const { gateway, ledger, inbox, payouts, subscriptions } = servicesOf(req.scope)
  const [
    waiting,
    living,
    events,
    reconciliation,
    payoutDepths,
    missingAccounts,
    changedMerchants,
    unconfigured,
    cards,
    renewing,
    regions,
    uncredited,
    kept,
    unstarted,
    installation,
    createdPayIns,
    createdPayouts,
    lookedUpPayIns,
    lookedUpPayouts,
    refusedWebhooks,
    answers,
    notFound,
  ] = await Promise.all([
    ledger.lists.depths(),
    ledger.instances.living(),
    inbox.lists.depths(),
    ledger.lookups.progress(gateway.options.accounts.map(({ id }) => id)),
    payouts.lists.depths(WAITING_PAYOUTS),
    ledger.lookups.unconfigured(gateway.options.accounts.map(({ id }) => id)),
    ledger.lookups.ofOtherMerchants(),
    payouts.unconfigured.underWay(gateway.options.accounts.map(({ id }) => id)),
    subscriptions.cardWatch.depths(),
    subscriptions.lists.depths(),
    payableRegions(req.scope),
    uncreditedOrders(req.scope, ORDER_CHANGE_SHOWN_SECONDS),
    ordersKeptByChanges(req.scope, { seconds: ORDER_CHANGE_SHOWN_SECONDS, limit: MOST_ORDERS }),
    unstartedOrders(req.scope, { seconds: PLAN_SHOWN_SECONDS, limit: MOST_ORDERS }),
    ledger.installations.standing(),
    ledger.unitSuspicions.inCreates(),
    payouts.unitSuspicions.inCreates(),
    ledger.unitSuspicions.inLookups(),
    payouts.unitSuspicions.inLookups(),
    ledger.refusedWebhooks.all(),
    ledger.answerShapes.newest(gateway.options.accounts.map(({ id }) => id)),
    ledger.answerShapes.notFound(
      gateway.options.accounts.map(({ id }) => id),
      gateway.options.notKnown.payIn.answers
    ),
  ])
  const lines = gateway.diagnostics()
  const production = process.env.NODE_ENV === "production"
  const refusals = lines.flatMap(({ account, refused }) =>
    refused.map((one) => ({ ...one, account }))
  )
  res.json({
    version: await ledger.version(),
    accounts: gateway.options.accounts.map((account) =>
      showAccount(account, lines, gateway.options.countries)
    ),
    ...describeConfiguration(gateway.options),
    queues: {
      events_received: events.received,
      events_dead: events.dead,
      transactions_pending: waiting.pending,
      transactions_approved_unsettled: waiting.approved_unsettled,
      anomalies_open: waiting.anomalies_open,
      captured_events_unsure: waiting.captured_events_unsure,
      ...payoutQueues(payoutDepths),
      cards_held: cards.held,
      cards_to_release: cards.to_release,
      cards_unknown: cards.unknown,
      subscriptions_active: renewing.active,
      subscriptions_past_due: renewing.past_due,
    },
    installation: showInstallation(installation),
    webhooks: { refused: refusedWebhooks },
    instances: living.map(showInstance),
    problems: [
      ...installationProblems(installation),
      ...instanceProblems(living),
      ...refusedWebhooksProblems(refusedWebhooks, new Date()),
      ...accountProblems(refusals),
      ...optionProblems(gateway.options, { production }),
      ...answerProblems(answers, gateway.options.accounts),
      ...notFoundProblems(notFound),
      ...regionProblems(regions, gateway.options.accounts),
      ...missingAccountProblems(missingAccounts),
      ...merchantChangedProblems(changedMerchants),
      ...payoutProblems(gateway.options, payoutDepths, unconfigured),
      ...refundProblems(uncredited),
      ...keptOrderProblems(kept),
      ...unstartedProblems(unstarted),
      ...unitProblems({
        inCreates: [...createdPayIns, ...createdPayouts],
        inLookups: [...lookedUpPayIns, ...lookedUpPayouts],
      }),
    ],
    reconciliation,
    last_errors: lines
      .flatMap(({ account, last_error }) => (last_error ? [{ account, ...last_error }] : []))
      .sort((a, b) => b.at.localeCompare(a.at)),
    regions_without_provider: regionsWithoutProvider(regions, gateway.options),
  } satisfies AdminStatusAnswer)
}
