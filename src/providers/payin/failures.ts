import { z } from "zod"

/**
 * A gateway error, read by its shape: a provider knows the gateway through the container only, and
 * a class from another copy of the package would fail `instanceof`.
 */
const refusal = z.object({
  mayHaveHappened: z.literal(false),
  safeToRepeat: z.literal(false),
  reason: z.enum(["validation", "credentials", "forbidden", "not_found"]),
  service_message: z.string().nullable(),
})

type Refusal = z.infer<typeof refusal>

const FOR_PEOPLE: Record<Refusal["reason"], string> = {
  validation: "The payment service refused the request",
  credentials: "The payment service does not accept this store's credentials",
  forbidden: "The payment service does not allow this store to take this payment",
  not_found: "The payment service does not know this store",
}

/** The text for a person after a definite refusal; null for every other failure. */
export function refusalForPeople(error: unknown): string | null {
  const parsed = refusal.safeParse(error)
  if (!parsed.success) {
    return null
  }
  const { reason, service_message } = parsed.data
  const said = service_message ? `: ${service_message}` : "."
  return `${FOR_PEOPLE[reason]} (${reason})${reason === "validation" ? said : "."}`
}
