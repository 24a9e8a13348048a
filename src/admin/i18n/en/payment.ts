/** The widget on an order's page. */
export const payment = {
  title: "PayIn",
  open: "Open",
  none: "Nothing was asked for yet.",
  held: "Held on the card",
  heldUntil: "Capture before",
  payouts: "Payouts of this order",
  link: "Payment link",
  makeLink: "Get the link",
  owes: "This order still owes {{amount}}.",
  description: "What for",
  descriptionHint: "The shopper reads it on the payment page.",
  payer: "Who pays",
  payerHint: "What is left empty is taken from the order and from what the shopper told before.",
  newLink: "New link",
  newLinkHint: "Takes the place of the link that is there, e.g. for another amount or method.",
  replace: "Replace the link",
  replaceSure:
    "A new link asks for {{amount}}. The one of {{old}} ({{method}}) is no longer offered. If the shopper pays it after all, the money is still noticed.",
  payAgain: "Copy pay-again link",
  payAgainCopied: "The link was copied",
  payAgainMade: "Copy this link",
  payAgainHint:
    "Send it to the shopper, by WhatsApp or mail. For 30 days they can pay there with any method what the order owes.",
  linkUntil: "Can be paid until {{time}}.",
}
