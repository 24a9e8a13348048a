import { addDays, dayIn, startOfDay, type CalendarDay } from "../../../src/domain/time/calendar-day"
import { majorAmount } from "../../../src/domain/money/amount"
import type { PreparedHold } from "../../../src/modules/subscriptions/renewal-holds"
import type { Cycle, Subscription } from "../../../src/modules/subscriptions/subscription-rows"
import type { NewSubscription } from "../../../src/modules/subscriptions/subscriptions"
import type { Modules } from "./modules"

export const ZONE = "America/Bogota"

/** The day that it is for the plugin, its clock moved. */
export async function today({ subscriptions }: Modules, zone = ZONE): Promise<CalendarDay> {
  return dayIn(zone, await subscriptions.subscriptions.now())
}

/** Moves the clock to the next noon of a place: no midnight comes while a test runs. */
export async function untilNoon(modules: Modules, zone = ZONE): Promise<void> {
  const tomorrow = addDays(await today(modules, zone), 1)
  await untilDay(modules, tomorrow, zone)
}

/** Moves the clock to the noon of a day. */
export async function untilDay(modules: Modules, day: CalendarDay, zone = ZONE): Promise<void> {
  await until(modules, startOfDay(day, zone).getTime() + 12 * 3_600_000)
}

async function until(modules: Modules, at: number): Promise<void> {
  const now = await modules.subscriptions.subscriptions.now()
  await modules.advance((at - now.getTime()) / 1000)
}

/** The bank says no to a period, on the day that it is. */
export async function refuse(
  modules: Modules,
  cycle: Cycle,
  { days = [1, 3, 5], zone = ZONE }: { days?: number[]; zone?: string } = {}
): Promise<Cycle | null> {
  const of = await modules.subscriptions.subscriptions.now()
  const refusal = { of, today: dayIn(zone, of), days, reason: "no money" }
  return modules.subscriptions.cycles.refused(cycle, refusal)
}

/** A weekly subscription as its order starts it, without an order or a card behind it. */
export async function plainSubscription(
  modules: Modules,
  values: Partial<NewSubscription> = {}
): Promise<Subscription> {
  const anchor = values.anchor ?? (await today(modules))
  const next_date = addDays(anchor, 7)
  const { subscription } = await modules.subscriptions.subscriptions.start({
    account: "co",
    card_id: "paycard_none",
    subscription_id: "sub_none",
    customer_id: null,
    order_id: "order_none",
    first_lines: [],
    latest_transaction_id: "paycdtx_none",
    plan_name: "Café del mes",
    periodicity: "weekly",
    every: null,
    anchor,
    next_date,
    amount: majorAmount("60000"),
    currency_code: "COP",
    last_four: "1111",
    brand: "VISA",
    due_after: startOfDay(next_date, ZONE),
    ...values,
  })
  return subscription
}

/** A subscription whose first period is due and open, and is worked on by the test. */
export async function openPeriod(
  modules: Modules,
  values: Partial<NewSubscription> = {}
): Promise<{ subscription: Subscription; cycle: Cycle }> {
  const anchor = addDays(await today(modules), -7)
  const subscription = await plainSubscription(modules, { anchor, ...values })
  const { cycles } = modules.subscriptions
  const opened = await cycles.open(subscription.id, { by: "calendar" })
  if (typeof opened === "string") {
    throw new Error(`no period is open: ${opened}`)
  }
  const cycle = await cycles.lease(opened.id)
  if (cycle === null) {
    throw new Error("somebody else is at the period")
  }
  return { subscription, cycle }
}

/** What a card is asked for a period. */
export function preparedHold(change: Partial<PreparedHold> = {}): PreparedHold {
  return {
    kind: "preauthorization",
    provider_id: "pp_payin-card_co",
    payment_collection_id: "paycol_renewal",
    cart_id: "cart_renewal",
    currency: "COP",
    order_amount: majorAmount("60000"),
    amount: majorAmount("60000"),
    tax: majorAmount("0"),
    linked_transaction_id: null,
    ...change,
  }
}
