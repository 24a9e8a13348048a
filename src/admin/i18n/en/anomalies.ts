/** Money that needs a decision of a person. */
export const anomalies = {
  title: "Anomalies",
  subtitle: "Money that needs a decision, newest first.",
  empty: "Nothing went wrong",
  emptyHint: "Money that fits no order appears here, with what can be done about it.",
  what: "What happened",
  open: "Open",
  resolved: "Resolved",
  waysOut: "What can be done",
  outcome: "How it was resolved",
  decision: "Decision",
  givenBack: "Refunded",
  by: "By",
  when: "When",
  facts: "What is known",
  note: "Why",
  noteHint: "For whoever reads this later. At most 500 characters.",
  captured: "Amount that was charged",
  capturedHint: "As the service told you when you asked it.",
  heldId: "Id of the hold",
  heldIdHint:
    "The service's transaction_id of the hold, as it told you. Without it the hold cannot be captured.",
  done: "Resolved",
  together: {
    title_one: "{{count}} card: nothing is held",
    title_other: "{{count}} cards: nothing is held",
    means:
      "The service told you that it holds nothing on these cards, for instance after an outage. Orders that wait for them end, and renewals are tried again at once.",
    tooMany: "Choose at most {{most}} at once.",
    sure_one:
      "Say this only if the service confirmed it of this card. It can then be charged again.",
    sure_other:
      "Say this only if the service confirmed it of each of the {{count}} cards. They can then be charged again.",
    did_one: "{{count}} hold counts as ended.",
    did_other: "{{count}} holds count as ended.",
    refused_one: "{{count}} has to be decided by itself:",
    refused_other: "{{count}} have to be decided one by one:",
  },
  proposed: "Another person has to confirm",
  waits: "Waits for a second person",
  proposal: "“{{action}}” ({{amount}}) was proposed on {{at}} by",
  mayConfirm:
    "Another person has to confirm this. You may. Look at what is known below, then press the button of the same decision. If you disagree, take another decision: it ends the proposal.",
  whoConfirms:
    "Another user can confirm it who existed before it was proposed. Where the store names approvers, only they can.",
  confirming: "Confirm: {{action}}",
  sureToConfirm: "Another person proposed the same. {{sure}}",
  aboveLimit:
    "Above the limit, or where it is not certain how much leaves, another person has to confirm it.",
  proposedNow: "Proposed",
  proposedNowHint: "Nothing happens by “{{action}}” ({{amount}}) until another person confirms it.",
  proposedBy: "Proposed by",
  action: {
    nothingHeld: "Nothing is held",
    authorized: "The card is held",
    declined: "The card was declined",
    captured: "The card was charged",
    released: "The hold was released",
    accept: "Accept the money",
    refund: "Refund it",
    ignore: "Ignore it",
  },
  means: {
    nothingHeld:
      "The service told you that it holds nothing on the card, for instance after an outage. An order that waits for it ends, and a renewal is tried again at once.",
    authorized:
      "The service told you that {{amount}} is held on the card. The order goes on as with any held card.",
    declined:
      "The service told you that the card was declined. Nothing is held and nothing is booked.",
    captured:
      "The service told you that the card was charged. What it charged is booked on the order, at most what was held.",
    stillCaptured:
      "The service told you that the money of the card is there, as it is booked. Nothing is booked, and payouts of it may leave.",
    released:
      "The service told you that it released {{amount}}. The card no longer holds anything.",
    accept: "{{amount}} is booked on its order as it arrived.",
    acceptMore:
      "{{amount}} arrived. {{asked}} is booked on its order, and a payout refunds the rest to the account that the shopper named.",
    refund:
      "A payout refunds {{amount}} to the account that the shopper named. If none is known, the payout waits for one.",
    ignore: "It was handled elsewhere, or needs nothing. No money moves.",
    endsPause:
      "You know from the service what it paid, and in which unit it counts. The account's other payouts may leave then.",
  },
  sure: {
    nothingHeld:
      "Say this only if the service confirmed that it holds nothing. The card can then be charged again.",
    authorized: "Say this only if the service confirmed that {{amount}} is held on the card.",
    declined:
      "Say this only if the service confirmed that the card was declined. The shopper can then pay again.",
    captured: "{{amount}} will be booked as captured. Say this only if the service confirmed it.",
    stillCaptured:
      "Say this only if the service confirmed that it took {{amount}} and did not give it back. Payouts of it then leave.",
    released: "Say this only if the service confirmed that it released {{amount}}.",
    accept: "The service is asked once more. Then {{amount}} is booked on the order.",
    acceptMore:
      "The service is asked once more. Then {{asked}} of the {{amount}} that arrived is booked on the order, and a payout refunds the rest.",
    refund:
      "The service is asked once more. Then {{amount}} is refunded to the account that the shopper named.",
    endsPause:
      "Say this only once you know why the service paid another amount: the account's other payouts leave then, and a wrong unit is wrong for them, too.",
  },
  did: {
    nothingHeld: "The hold counts as ended.",
    authorized: "The card counts as held.",
    declined: "The card counts as declined.",
    captured: "{{amount}} is booked.",
    stillCaptured: "{{amount}} stays booked. Payouts of it leave.",
    released: "The hold counts as released.",
    accept: "{{amount}} is booked.",
    acceptMore: "{{asked}} is booked. Follow the refund of the rest under Payouts.",
    refund: "{{amount}} is being refunded. Follow it under Payouts.",
    ignore: "No money moved.",
    endsPause: "The account's other payouts may leave.",
  },
  decided: {
    authorized: "The card is held, as the service told",
    declined: "The card was declined, as the service told",
    captured: "The card was charged, as the service told",
    released: "The hold was released, as the service told",
    accept: "The money was accepted",
    refund: "The money is refunded",
    ignore: "It is ignored",
    settled: "It was solved by itself",
  },
  kind: {
    amount_mismatch: "Another amount was paid",
    currency_mismatch: "Another currency was paid",
    paid_after_replaced: "A replaced link was paid",
    paid_after_canceled: "A canceled order was paid",
    paid_without_order: "Paid, but there is no order",
    duplicate_payment: "Paid more than once",
    status_changed_after_final: "A final payment changed",
    unknown_status: "Unknown status",
    settled_incompletely: "A payment is not booked completely",
    orphan_order: "An order without payment",
    refund_without_payout: "A refund without a payout",
    payout_unknown: "Unknown whether a payout was sent",
    payout_amount_mismatch: "A payout of another amount",
    payout_for_canceled_fulfillment: "Paid for a canceled fulfillment",
    card_unknown: "Unknown whether a card was authorized",
    captured_without_order: "A card was charged without an order",
    payout_stuck: "A payout has been pending for days",
    hold_not_released: "A card is still held",
    order_refund_unknown: "An order shows an unknown refund",
    webhook_unmatched: "The service told of an unknown payment",
  },
}
