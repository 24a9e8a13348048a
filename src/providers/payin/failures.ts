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

/** A definite refusal in two texts: `kept` for the operator, `told` for the shopper. */
export interface RefusalTexts {
  kept: string
  told: string
}

const LATER =
  "The payment could not be started. Nothing was charged: try again later, or choose another way to pay."

/**
 * The texts of a definite refusal; null for every other failure. A shopper can correct what was
 * typed. What is wrong between store and service is not shown.
 */
export function refusalForPeople(error: unknown): RefusalTexts | null {
  const parsed = refusal.safeParse(error)
  if (!parsed.success) {
    return null
  }
  const { reason, service_message } = parsed.data
  const isTyped = reason === "validation"
  const said = service_message ? `: ${service_message}` : "."
  const kept = `${FOR_PEOPLE[reason]} (${reason})${isTyped ? said : "."}`
  return { kept, told: isTyped ? kept : LATER }
}
