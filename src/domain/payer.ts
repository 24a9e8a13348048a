import { z } from "zod"

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
