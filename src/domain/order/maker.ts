/**
 * What an operator did to an order, as the plugin notes it beside Medusa: made its draft, wrote what
 * it contains, costs or owes, made it count as paid, gave it or its customer another e-mail, shipped or delivered a
 * parcel of it.
 */
export const ORDER_MAKER_KINDS = ["drafted", "priced", "paid", "mailed", "fulfilled"] as const

export type OrderMakerKind = (typeof ORDER_MAKER_KINDS)[number]

/** Who did one of these made a seller's share of the order. */
export const MAKES_SHARE: readonly OrderMakerKind[] = ["drafted", "priced", "paid"]

/** Who did one of these may read the mail of the order. */
export const MAKES_READER: readonly OrderMakerKind[] = ["drafted", "mailed"]

/**
 * What a renewal's order copies of the orders before it: what they contain and cost, and the e-mail.
 * Who did one of these to an earlier order did it to the renewal's, too.
 */
export const COPIED_BY_RENEWALS: readonly OrderMakerKind[] = ["drafted", "priced", "mailed"]
