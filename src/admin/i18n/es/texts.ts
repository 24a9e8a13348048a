import type { en } from "../en/texts"
import { anomalies } from "./anomalies"
import { ask } from "./ask"
import { audit } from "./audit"
import { beneficiaries } from "./beneficiaries"
import { destination } from "./destination"
import { events } from "./events"
import { facts } from "./facts"
import { fault } from "./fault"
import { giving } from "./giving"
import { health } from "./health"
import { importing } from "./importing"
import { list } from "./list"
import { lookup } from "./lookup"
import { menu } from "./menu"
import { method } from "./method"
import { newPayout } from "./newPayout"
import { overview } from "./overview"
import { payment } from "./payment"
import { payouts } from "./payouts"
import { place } from "./place"
import { problem } from "./problem"
import { refund } from "./refund"
import { rules } from "./rules"
import { service } from "./service"
import { settings } from "./settings"
import { status } from "./status"
import { subscriptions } from "./subscriptions"
import { transactions } from "./transactions"

export const es: typeof en = {
  anomalies,
  ask,
  audit,
  beneficiaries,
  destination,
  events,
  facts,
  fault,
  giving,
  health,
  importing,
  list,
  lookup,
  menu,
  method,
  newPayout,
  overview,
  payment,
  payouts,
  place,
  problem,
  refund,
  rules,
  service,
  settings,
  status,
  subscriptions,
  transactions,
}
