import type { en } from "../en/texts"
import { ask } from "./ask"
import { list } from "./list"
import { menu } from "./menu"
import { payment } from "./payment"
import { problem } from "./problem"
import { status } from "./status"
import { transactions } from "./transactions"

export const es: typeof en = { ask, list, menu, payment, problem, status, transactions }
