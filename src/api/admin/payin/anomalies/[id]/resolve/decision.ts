import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "zod"
import { ANOMALY_ACTIONS, type AnomalyAction } from "../../../../../../domain/anomaly/resolution"
import { holdsCardNumber, NO_CARD_NUMBER } from "../../../../../../domain/card/number"
import { CARD_DECIMALS } from "../../../../../../domain/card/session"
import type { MajorAmount } from "../../../../../../domain/money/amount"
import {
  readRefundDestination,
  type RefundDestination,
} from "../../../../../../domain/refund/destination"
import type { Anomaly } from "../../../../../../modules/ledger/rows"
import { servicesOf } from "../../../../../../workflows/settle"
import { readAmount, words } from "../../../posted-values"
import { invalid, type Read } from "../../../query-values"

export const body = z.strictObject({
  action: z.enum(ANOMALY_ACTIONS, { error: `must be one of ${ANOMALY_ACTIONS.join(", ")}` }),
  note: words,
  destination: z.unknown().optional(),
  transaction_id: z
    .string({ error: "must be the service's id of the hold" })
    .trim()
    .regex(/^[\x21-\x7e]{1,64}$/, { error: "must be 1 to 64 characters without spaces" })
    .refine((id) => !holdsCardNumber(id), { error: NO_CARD_NUMBER })
    .nullish(),
  amount: z.unknown().optional(),
})

/** A person's decision as it was posted. */
interface Decided {
  action: AnomalyAction
  note: string
  destination: RefundDestination | null
  transaction_id: string | null
  amount: MajorAmount | null
}

/** A decision as posted, checked; a destination is checked against the country of the pay-in. */
export async function readDecision(
  container: MedusaContainer,
  anomaly: Anomaly,
  posted: unknown
): Promise<Read<Decided>> {
  const parsed = body.safeParse(posted ?? {})
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    if (issue.code === "unrecognized_keys") {
      const field = issue.keys[0].slice(0, 40)
      return { refusal: invalid(field, `${field} is not a field of a decision.`) }
    }
    const field = String(issue.path[0] ?? "body")
    return { refusal: invalid(field, `${field} ${issue.message}.`) }
  }
  const { action, note, destination: posted_destination } = parsed.data
  const transaction_id = parsed.data.transaction_id ?? null
  const captured = readCaptured(action, parsed.data.amount)
  if ("refusal" in captured) {
    return captured
  }
  const amount = captured.value
  if (posted_destination == null) {
    return { value: { action, note, destination: null, transaction_id, amount } }
  }
  if (action !== "accept" && action !== "refund") {
    return {
      refusal: invalid("destination", `destination: nothing is given back with "${action}".`),
    }
  }
  const { ledger, gateway } = servicesOf(container)
  const [payIn] = await ledger.transactions.findMany(
    anomaly.transaction_id === null ? [] : [anomaly.transaction_id]
  )
  const country = Object.values(gateway.options.countries).find(
    (rule) => rule.country === payIn?.country
  )
  if (country === undefined) {
    return { refusal: invalid("destination", "destination: it is not known for which country.") }
  }
  const { destination, problems } = readRefundDestination(
    posted_destination,
    country,
    "destination"
  )
  const [problem] = problems
  return problem === undefined
    ? { value: { action, note, destination: destination ?? null, transaction_id, amount } }
    : { refusal: invalid(problem.field, problem.message, problem) }
}

function readCaptured(action: AnomalyAction, posted: unknown): Read<MajorAmount | null> {
  if (posted == null) {
    return { value: null }
  }
  return action === "captured"
    ? readAmount(posted, CARD_DECIMALS)
    : { refusal: invalid("amount", `amount: "${action}" names no amount.`) }
}
