import type { en } from "../en/texts"
import { ask } from "./ask"
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
  ask,
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
