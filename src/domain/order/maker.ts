import { z } from "zod"

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

const fields = z.record(z.string(), z.unknown())

/** Whether what is posted to an order or a customer can say where the mail of an order goes. */
export function namesMail(posted: unknown): boolean {
  const named = fields.safeParse(posted).data ?? {}
  return "email" in named || "customer_id" in named
}

/**
 * Whether what is posted to an order or a customer changes where the mail of an order goes. Medusa's
 * dashboard sends the e-mail of a guest with every change of the guest's name.
 *
 * @param stored the order or the customer before the write; what cannot be read counts as another
 */
export function changesMail(posted: unknown, stored: unknown): boolean {
  const named = fields.safeParse(posted).data ?? {}
  const before = fields.safeParse(stored).data
  return (
    namesMail(posted) &&
    (before === undefined ||
      "update_order_email" in named ||
      ("email" in named && !isSameEmail(named.email, before.email)) ||
      ("customer_id" in named && named.customer_id !== before.customer_id))
  )
}

function isSameEmail(one: unknown, other: unknown): boolean {
  return typeof one === "string" && typeof other === "string" && bareEmail(one) === bareEmail(other)
}

/** As e-mails are compared. Letters beyond ASCII stay: one that only looks alike is another mailbox. */
export function bareEmail(email: string): string {
  return email.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}
