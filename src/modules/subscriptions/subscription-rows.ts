import { z } from "zod"
import { calendarDaySchema } from "../../domain/time/calendar-day"
import { PERIODICITIES } from "../../domain/subscription/periodicity"
import { storedAmount as amount, storedInstant as instant } from "../../domain/row/stored-field"
import {
  CYCLE_STATUSES,
  SUBSCRIPTION_CAUSES,
  SUBSCRIPTION_STATUSES,
} from "../../domain/subscription/state"

const day = calendarDaySchema

export const subscriptionRow = z.object({
  id: z.string(),
  account: z.string(),
  card_id: z.string(),
  subscription_id: z.string(),
  status: z.enum(SUBSCRIPTION_STATUSES),
  status_cause: z.enum(SUBSCRIPTION_CAUSES),
  status_changed_at: instant,
  customer_id: z.string().nullable(),
  order_id: z.string(),
  first_lines: z.array(z.string()).nullable(),
  latest_order_id: z.string(),
  latest_transaction_id: z.string(),
  plan_name: z.string(),
  periodicity: z.enum(PERIODICITIES),
  every: z.string().nullable(),
  anchor: day,
  next_number: z.number(),
  next_date: day.nullable(),
  amount,
  currency_code: z.string(),
  last_four: z.string().nullable(),
  brand: z.string().nullable(),
  canceled_by: z.string().nullable(),
  due_after: instant.nullable(),
  fence: z.number(),
  created_at: instant,
  updated_at: instant,
})

/** A subscription. Amounts in major units. */
export type Subscription = z.infer<typeof subscriptionRow>

export const cycleRow = z.object({
  id: z.string(),
  payin_subscription_id: z.string(),
  number: z.number(),
  day,
  skipped: z.number(),
  status: z.enum(CYCLE_STATUSES),
  status_changed_at: instant,
  cart_id: z.string().nullable(),
  order_id: z.string().nullable(),
  freed_order_id: z.string().nullable(),
  refusals: z.number(),
  attempts: z.number(),
  first_refused: day.nullable(),
  latest_refused: day.nullable(),
  next_try: day.nullable(),
  refusal_counted_at: instant.nullable(),
  last_error: z.string().nullable(),
  leased_until: instant.nullable(),
  fence: z.number(),
  created_at: instant,
  updated_at: instant,
})

/** One period of a subscription. */
export type Cycle = z.infer<typeof cycleRow>

/** Enough of a row to find it again: one that cannot be read in whole stops no other. */
export const idRow = z.object({ id: z.string() })
