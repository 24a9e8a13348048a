import { ask } from "./ask"
import { list } from "./list"
import { menu } from "./menu"
import { payment } from "./payment"
import { problem } from "./problem"
import { status } from "./status"
import { transactions } from "./transactions"

/** Every text of the admin in English, one file a noun. The Spanish ones have the same keys. */
export const en = { ask, list, menu, payment, problem, status, transactions }
