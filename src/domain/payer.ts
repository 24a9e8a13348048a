import { z } from "zod"
import { makersOf } from "./payout-actor"

const text = z.string().nullish()
const person = z.object({ first_name: text, last_name: text, phone: text }).nullish()

/** The payer's data in a cart or an order, as Medusa's query returns it. */
export const payerSource = z.object({
  email: text,
  customer: z.object({ email: text, first_name: text, last_name: text, phone: text }).nullish(),
  billing_address: person,
  shipping_address: person,
})

/** Fields for Medusa's query. */
export const PAYER_FIELDS = [
  "email",
  "customer.email",
  "customer.first_name",
  "customer.last_name",
  "customer.phone",
  "billing_address.*",
  "shipping_address.*",
]

/** The payer's data from addresses and customer, best source first. Unknown fields are left out. */
export function payerOf(source: z.infer<typeof payerSource>): Record<string, string> {
  const people = [source.billing_address, source.shipping_address, source.customer]
  const known = {
    email: firstFilled([source.email, source.customer?.email]),
    full_name: firstFilled(
      people.map((one) => [one?.first_name, one?.last_name].filter(Boolean).join(" "))
    ),
    phone_number: firstFilled(people.map((one) => one?.phone)),
  }
  return Object.fromEntries(
    Object.entries(known).flatMap(([name, value]) => (value === null ? [] : [[name, value]]))
  )
}

function firstFilled(candidates: (string | null | undefined)[]): string | null {
  return candidates.find((candidate) => candidate !== "" && candidate != null) ?? null
}

/** A person's document, which says to whom a refund goes. */
export interface PersonDocument {
  legal_doc_type: string
  legal_doc: string
}

/** Whether two documents are one person's. */
export function isSameDocument(one: PersonDocument, other: PersonDocument): boolean {
  return one.legal_doc_type === other.legal_doc_type && one.legal_doc === other.legal_doc
}

/** Makers (`makerOf`) of a payer's document. Null: the shopper gave it. */
export type PayerTypists = readonly [string, ...string[]] | null

/** The payer of an earlier pay-in of the same order or cart. */
export interface EarlierPayer {
  document: PersonDocument
  typed_by: readonly string[] | null
}

/**
 * Four eyes: the operators who chose a payer's document. What the shopper gave earlier stays the
 * shopper's, also when an operator types it again. What an operator typed earlier stays that
 * operator's, also when a colleague's link repeats it.
 *
 * @param typists operators who may have typed it now; none: the shopper did, or it is repeated from an
 * earlier pay-in
 */
export function payerTypists(
  document: PersonDocument,
  typists: readonly string[],
  earlier: readonly EarlierPayer[]
): PayerTypists {
  const same = earlier.filter((one) => isSameDocument(one.document, document))
  if (same.some(({ typed_by }) => typed_by === null)) {
    return null
  }
  const [first, ...others] = makersOf(...typists, ...same.flatMap(({ typed_by }) => typed_by ?? []))
  return first === undefined ? null : [first, ...others]
}

const typists = z.tuple([z.string()], z.string())

/** What our own code passes with a session's data; anything else says nothing. */
export function readPayerTypists(data: Readonly<Record<string, unknown>>): PayerTypists {
  return typists.safeParse(data.payer_typed_by).data ?? null
}
