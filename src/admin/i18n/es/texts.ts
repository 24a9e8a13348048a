import type { en } from "../en/texts"
import { anomalies } from "./anomalies"
import { ask } from "./ask"
import { audit } from "./audit"
import { events } from "./events"
import { facts } from "./facts"
import { health } from "./health"
import { list } from "./list"
import { lookup } from "./lookup"
import { menu } from "./menu"
import { overview } from "./overview"
import { payment } from "./payment"
import { problem } from "./problem"
import { status } from "./status"
import { transactions } from "./transactions"

export const es: typeof en = {
  anomalies,
  ask,
  audit,
  events,
  facts,
  health,
  list,
  lookup,
  menu,
  overview,
  payment,
  problem,
  status,
  transactions,
}
