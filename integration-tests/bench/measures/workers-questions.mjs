import { idEnd } from "../rows.mjs"

const BATCH = 20

/**
 * Answers the questions that jobs ask of the plugin's tables every few seconds, by name. A question takes a place:
 * `pg` is a connection, `middle` the number of the row half way down. `plugin` loads a file of the plugin.
 */
export function workersQuestions(plugin) {
  return {
    ...payInQuestions(plugin),
    ...cardQuestions(plugin),
    ...payoutQuestions(plugin),
    ...renewalQuestions(plugin),
  }
}

function payInQuestions(plugin) {
  const { Application } = plugin("modules/ledger/application")
  const { Endings } = plugin("modules/ledger/endings")
  const { Lookups } = plugin("modules/ledger/lookups")
  const { Sessions } = plugin("modules/ledger/sessions")
  const { Transactions } = plugin("modules/ledger/transactions")
  const { Events } = plugin("modules/inbox/events")
  const told = () => Promise.resolve()
  const quiet = { moved: told, lapsed: told }
  const transactions = (pg) => new Transactions(pg, new Sessions(pg), quiet)
  const lookups = (pg) => new Lookups(pg, quiet)
  return {
    "claim of approved pay-ins": ({ pg }) => new Application(pg).claim(BATCH),
    "claim of due lookups": ({ pg }) => lookups(pg).claim("co", BATCH),
    "claim of lapsed links": ({ pg }) => lookups(pg).lapse(BATCH),
    "search for lookups that are not queued": ({ pg }) => lookups(pg).requeueUnqueued(BATCH),
    "search for approved pay-ins that are not queued": ({ pg }) =>
      new Application(pg).requeueUnqueued(BATCH),
    "settled pay-ins whose order was not checked": ({ pg }) =>
      new Application(pg).uncheckedOrders(BATCH),
    "claim of ended links": ({ pg }) => new Endings(pg).claim({ limit: BATCH }),
    "claim of unannounced orders": ({ pg }) => new Application(pg).claimUnplaced(BATCH),
    "claim of due notifications": ({ pg }) => new Events(pg).claimDue(BATCH),
    "search for links whose session was deleted": ({ pg }) => transactions(pg).supersedeReleased(),
    "pay-in of a notification": ({ pg, middle }) =>
      transactions(pg).findByReference(`pin_bench${idEnd(middle)}`),
    "notification stored": ({ pg, middle }) => new Events(pg).store(notification(middle)),
  }
}

function cardQuestions(plugin) {
  const { CardTransactions } = plugin("modules/subscriptions/card-transactions")
  const { CardWatch } = plugin("modules/subscriptions/card-watch")
  const { UnneededCards } = plugin("modules/subscriptions/unneeded-cards")
  return {
    "card calls whose process is gone": ({ pg }) => new CardTransactions(pg).silent(BATCH),
    "holds that outlived every hold": ({ pg }) =>
      new CardTransactions(pg).outlived(7, { limit: BATCH, after: null }),
    "claim of card payments to show": ({ pg }) => new CardWatch(pg).claimToApply({ limit: BATCH }),
    "claim of holds to void": ({ pg }) => new CardWatch(pg).claimToRelease(BATCH),
    "claim of cards that nothing needs": ({ pg }) => new UnneededCards(pg).claim(BATCH),
  }
}

function payoutQuestions(plugin) {
  const { Attempts } = plugin("modules/payouts/attempts")
  const { Imports } = plugin("modules/payouts/imports")
  const { Payouts } = plugin("modules/payouts/payouts")
  const { Releases } = plugin("modules/payouts/releases")
  const { UnconfiguredAccounts } = plugin("modules/payouts/unconfigured-accounts")
  const { Submissions } = plugin("modules/payouts/submissions")
  return {
    "claim of payouts to send": ({ pg }) => new Submissions(pg).claim("co", BATCH),
    "payouts of no account": ({ pg }) => new UnconfiguredAccounts(pg).strand(["co", "pe"]),
    "payouts under way": ({ pg }) => new Submissions(pg).underWay("co"),
    "claim of payout lookups": ({ pg }) => new Attempts(pg).claimLookups("co", BATCH),
    "claim of held payouts": ({ pg }) => new Releases(pg).claim(BATCH),
    "payouts of a pay-in": ({ pg, middle }) =>
      new Payouts(pg).ofTransaction(`payin_bench${idEnd(middle)}`),
    "payouts of an import": ({ pg }) => new Imports(pg).payoutsOf("payimp_bench"),
    "attempt of a notification": ({ pg, middle }) =>
      new Attempts(pg).findByReference(`out_bench${idEnd(middle + 60)}`),
  }
}

function renewalQuestions(plugin) {
  const { Cycles } = plugin("modules/subscriptions/cycles")
  const { RenewalHolds } = plugin("modules/subscriptions/renewal-holds")
  const { Subscriptions } = plugin("modules/subscriptions/subscriptions")
  const announcements = { told: () => Promise.resolve() }
  const zone = "America/Bogota"
  const subscriptions = (pg) => new Subscriptions(pg, announcements, zone)
  return {
    "claim of due subscriptions": ({ pg }) => subscriptions(pg).claimDue(BATCH),
    "subscription of an order": ({ pg, middle }) =>
      subscriptions(pg).ofOrder(`order_bench${idEnd(middle)}`),
    "open period of a subscription": ({ pg, middle }) =>
      new Cycles(pg, announcements, zone).openOf(`paysub_bench${idEnd(middle)}`),
    "newest hold of a period": ({ pg, middle }) =>
      new RenewalHolds(pg).latestOf(`paycyc_bench${idEnd(middle)}`),
  }
}

function notification(middle) {
  return {
    source: "ipn",
    type: "APPROVED",
    reference: `pin_bench${idEnd(middle)}`,
    transaction_id: `payin_bench${idEnd(middle)}`,
    account: "co",
    raw: Buffer.from("bench"),
    payload: { top_status: "APPROVED" },
    signature: "valid",
    ignored: null,
  }
}
