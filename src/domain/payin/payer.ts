import { z } from "zod"
import { makersOf } from "../payout/actor"
import { namesFit } from "../text/person-name"

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
  const known = {
    email: firstFilled([source.email, source.customer?.email]),
    full_name: namesOf(source).at(0) ?? null,
    phone_number: firstFilled(peopleOf(source).map((one) => one?.phone)),
  }
  return Object.fromEntries(
    Object.entries(known).flatMap(([name, value]) => (value === null ? [] : [[name, value]]))
  )
}

function peopleOf({ billing_address, shipping_address, customer }: z.infer<typeof payerSource>) {
  return [billing_address, shipping_address, customer]
}

function namesOf(source: z.infer<typeof payerSource>): string[] {
  return peopleOf(source)
    .map((one) => [one?.first_name, one?.last_name].filter(Boolean).join(" "))
    .filter((name) => name !== "")
}

/** A payer, and whether the payment was begun in the cart, before there was an order. */
export interface BeganPayment extends PersonDocument {
  email: string
  full_name: string
  of_cart: boolean
}

/**
 * Whether a payment is in the name of an order's buyer: it has the buyer's e-mail, and was begun in
 * the cart, or has the document of one that was. Whoever has an order's address can begin a payment of
 * it. Only its shopper has its cart. An order without such a payment has the names that it names, and
 * one that names nobody has the e-mail alone.
 */
export function isInBuyersName(
  source: z.infer<typeof payerSource>,
  payment: BeganPayment,
  all: readonly BeganPayment[]
): boolean {
  const email = payerOf(source).email?.toLowerCase()
  const hasEmail = (one: BeganPayment) => one.email.toLowerCase() === email
  if (!hasEmail(payment)) {
    return false
  }
  const ofCart = all.filter((one) => one.of_cart && hasEmail(one))
  const names = namesOf(source)
  return (
    payment.of_cart ||
    ofCart.some((one) => isSameDocument(one, payment)) ||
    (ofCart.length === 0 &&
      (names.length === 0 || names.some((name) => namesFit(name, payment.full_name))))
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
