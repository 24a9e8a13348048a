/** What went wrong when the server was asked; the server's own words stand below. */
export const problem = {
  offline: "The server could not be reached",
  refused: "The server refused this request",
  forbidden: "You may not see or do this",
  not_found: "This does not exist",
  conflict: "This cannot be done now",
  service: "No usable answer from the payment service",
  server: "Something went wrong on the server",
  again: "Try again",
  offlineHint: "Check your connection, then try again.",
  asks: "This is still needed: {{fields}}.",
  code: {
    under_way: "The same is being done right now. Try again in a moment.",
    try_again: "Something else is being done with it right now. Try again in a moment.",
    key_used:
      "This was asked before, and it is not known what became of it. Look whether it was done before you ask again.",
    second_person: "You had a part in this: another person has to decide it.",
    not_a_user: "Only a person who is signed in can do this, not an API key.",
    not_an_approver:
      "The option approvers does not name you, or another user had your e-mail before you: somebody whom it names has to decide it.",
    too_new:
      "Your user was created later than this: somebody whose user existed before has to decide it. If there is nobody, it has to be made again.",
    part_in_payout:
      "You had a part in a payout that waits for this decision, or your user is younger than it. If you decide the same, it becomes your proposal.",
    unknown_maker:
      "An API key or a customer's account made or changed this, and nobody knows who is behind it. A person whom the option approvers names has to decide it.",
    changed_since: "It was changed since you saw it. Look at it again.",
    busy: "Something else is being done with it right now. Try again in a minute.",
    account_gone: "Its account is no longer in the options: put it back there.",
    installation_held:
      "This installation is not the one that moved money before: nothing is charged here, and nobody is sent here to pay. On the settings page you can take over.",
    installation_live: "This installation moves money already.",
    moved_on: "It changed meanwhile, so this can no longer be done. Look at it again.",
    refund_stays:
      "Medusa booked this refund, so it cannot be canceled: pay it here, or elsewhere and say so.",
    not_wanted: "Nothing is owed any longer, so nothing is sent.",
    paid_after_all:
      "The service says now that it paid what it had rejected. Do not pay it by other means. If this is the payment you mean, confirm it once more.",
    for_recipient:
      "Above the limit nobody of the store reads the address of a form: whoever has it can take the money. A mail of your store hands it to the recipient: your store was asked to send it again, at most once a minute. If nobody fills it in, record that it was not paid, give a bank account and have it approved again.",
    which_reference:
      "It was sent under several references whose outcome is open. Reload the page and say which one you mean.",
    may_be_adopted: "This money may still find its order. Try again in a minute.",
    refunds_blocked: "This store does not refund here (option refunds).",
    nothing_captured: "No payment of this order was captured: there is nothing to refund.",
    more_than_left: "Only {{left}} {{currency}} of this payment can be refunded.",
    order_changing:
      "An edit, return, exchange, claim or transfer of this order is not finished: confirm or cancel it first.",
    person_needed: "It is not known whose account this is: write the person's details too.",
    unit_suspected:
      "The service counts this amount in another unit than the options say. Of a link: correct option amounts.lookup or decimals, restart, and ask the service again. Of a card: ask the service how much it captured, and write that amount. Of a payout: correct option amounts or decimals.",
    amount_needed:
      "No capture of this hold can be what the service told. Ask it how much it captured, and write that amount.",
    above_hold: "That is more than the card holds: so much cannot have been captured.",
    resolved_before: "Somebody resolved it meanwhile. Look at it again.",
    not_possible: "This is not possible now. Look at it again.",
    told_otherwise: "The service told something else of this card: look at it by itself.",
    order_has_it: "This money is booked on an order: refund the order instead.",
    goes_back: "This money is being refunded, or was refunded already.",
    order_canceled: "The order is canceled.",
    cart_gone: "The cart is gone and there is no order: refund the money.",
    other_currency:
      "The order is in another currency than this money: give it back, or deal with it elsewhere and ignore this.",
    cart_changed: "The cart costs something else now: the money was paid for something else.",
    item_gone:
      "Medusa cannot complete the cart: a product, a promotion or another part of it seems to be deleted. Put it back, or refund the money.",
    all_given_back: "Everything that arrived was refunded already.",
    nothing_owed: "This order owes nothing: there is nothing to pay.",
    money_arriving: "Money for this order is on its way, or just arrived. Look again in a moment.",
    payment_held: "A payment is held for this order: capture or cancel it first.",
    draft_is_paid:
      "This draft order holds money that was paid: make an order of it, and refund or cancel that.",
    subscription_ended: "This subscription has ended.",
    past_due: "Its last period was never paid, and none is open. End it.",
    paid_ahead: "The next period is paid already.",
    paid_today: "It was renewed today already.",
    other_period: "That period is paid or over by now. Look at the subscription again.",
    unnamed_period: "A period of it was paid today: say which one is to be charged.",
    not_due: "Nothing is due.",
    event_done: "This notification was dealt with.",
    unknown_anywhere: "This store does not know it either.",
    known_here:
      "This store has it: the list of transactions, or that of payouts, finds it by the same name.",
    known_elsewhere: "This store has it under account {{account}}: choose that one.",
  },
  serverHint: "Try again. If it stays this way, the server's log tells more.",
}
