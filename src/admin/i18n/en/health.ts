/** Whether the store and the service hear each other. */
export const health = {
  title: "Connection",
  closed: "Connected",
  half_open: "Trying again",
  open: "Not reachable",
  heard: "Last answer {{time}}",
  neverHeard: "Not asked since the start",
  problem: "Something is set up wrong",
  unsettled_one: "{{count}} payment is not booked yet",
  unsettled_other: "{{count}} payments are not booked yet",
  unsettledHint: "Tried again by itself. What stays is an anomaly.",
  regionOff: "A way to pay is off in {{region}}",
  regionOffHint: "Switch {{provider}} on in the settings of the region.",
  lastError: "Last error of {{account}}, {{time}}",
  asked: "{{call}}: {{why}}",
  trouble: {
    installation_held:
      "This installation is not the one that moved money before. No payout is sent and no subscription is renewed. On the settings page you can take over.",
    in_memory_locking:
      "{{count}} Medusa processes share this database while Medusa's locks live in the memory of one: one cart can become two orders. Stop all but one, or give Medusa's locking module a provider that they share (medusa-plugin-payin/providers/locking-redis, @medusajs/medusa/locking-postgres).",
    locking_differs:
      "The Medusa processes lock in different places ({{places}}): one cart can become two orders. Give all of them the same locking provider.",
    no_worker:
      "No Medusa process runs scheduled jobs: lost notifications are not made good. Start one with MEDUSA_WORKER_MODE=worker or shared.",
    webhooks_refused_signature:
      "Notifications ({{source}}) were refused, {{count}} in all: their signature is wrong or missing. Compare the secret in the options (token of links and payouts, webhookSecret of cards) with the service's. Anybody can cause this.",
    webhooks_refused_stale:
      "Notifications ({{source}}) were refused, {{count}} in all: their signed time is too far from the current one. Compare the server's clock with the real time.",
    webhooks_refused_key:
      "Notifications ({{source}}) were refused, {{count}} in all: their address names another key. Somebody guesses, or a proxy changes addresses.",
    credentials_refused:
      "The payment service does not accept the credentials of account {{account}} ({{operation}}, HTTP {{status}}). Compare username, password, token and merchantId in the options.",
    not_allowed:
      "The payment service does not allow account {{account}} to do this ({{operation}}, HTTP {{status}}). Compare the credentials, and ask its support.",
    country_twice:
      "Several accounts are for {{country}} ({{accounts}}): shoppers there see the same methods more than once. Keep one in the options, or switch the others' providers off in the regions.",
    localhost_address:
      "In production an address leads to the server itself (option {{options}}): neither shoppers nor the payment service get there. Set the public address.",
    region_currency:
      "Region {{region}} is in {{currency}}, and provider {{provider}} takes {{takes}} only: nobody can pay with it there. Switch it off in the region.",
    payouts_off:
      "Payouts are switched off (option payouts.enabled): none is sent, {{queued}} are queued.",
    account_gone:
      "Payouts of account {{account}} are on their way, and it is no longer in the options: put it back until they have ended.",
    account_missing:
      "Account {{account}} has payments that are watched, {{count}} of them open ({{waiting}}), and it is no longer in the options: put it back under its old id. An order that waits for one of them is canceled by hand.",
    merchant_changed:
      "Account {{account}} has payments that are watched, {{count}} of them open ({{waiting}}), and another merchant made their links than its credentials are of now: put the earlier credentials back until they have ended, or give the new merchant an account of its own. An order that waits for one of them is canceled by hand.",
    refund_incomplete:
      "Medusa shows what was refunded of these orders as owed ({{count}}: {{orders}}). Confirm or cancel what is not finished of them (edit, return, exchange, claim, transfer): a minute later it is right by itself.",
    order_kept:
      "Nobody pays these orders any more, and they keep their stock ({{count}}: {{orders}}). Confirm or cancel what is not finished of them (edit, return, exchange, claim, transfer): then they are canceled by themselves.",
    direct_off:
      "The service answers {{method}} of account {{account}} with a hosted page ({{reference}}), and option direct of the account lists it. Shoppers pay on that page. Ask its support to switch it on, or take it out of the option.",
    direct_differs:
      "The service answers {{method}} of account {{account}} otherwise than option direct of the account says ({{came}}, {{reference}}). Shoppers pay all the same. Write the method into the option, or ask its support.",
    nothing_to_pay_by:
      "The service accepts {{method}} of account {{account}} and names nothing to pay by ({{reference}}). Such a payment is looked up. Ask its support how a shopper pays, or switch the method off (option countries).",
    payment_not_found:
      "The service accepted {{count}} payments of account {{account}} and does not know them when they are looked up ({{reference}}): money for them is not seen. Ask its support, and compare options payIn.version and paths.",
    subscription_not_started:
      "These orders were paid by card, and could not be read for the subscription that they may start ({{count}}: {{orders}}). The log says why. It is tried for 7 days after the payment; after that charge what they renew by hand, or cancel them.",
    unit_suspected:
      "The service names {{said}} {{currency}} where {{asked}} was asked (account {{account}}, {{reference}}): it counts in another unit than the options say. Correct the option ({{options}}) and restart.",
  },
}
