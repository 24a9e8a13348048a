import { PAYIN_STATUSES, payInTransition, type PayInStatus } from "../../src/domain/payin/state"
import { APPLY, END, SERVICE, type Link } from "./world"

const NAMES = ["pending", "approved", "rejected"] as const

export function statusName(status: number): PayInStatus {
  return PAYIN_STATUSES.find((one) => one === NAMES[status]) ?? "pending"
}

/** A lookup's answer moves the row as the machine says: true when it moved. */
export function record(link: Link, said: number): boolean {
  if (link.lapsed === 1) link.asked = 1
  if (payInTransition(statusName(link.status), statusName(said)) !== "move") {
    return false
  }
  link.status = said
  if (said === SERVICE.approved) {
    link.apply = APPLY.due
    link.end = END.none
  } else {
    link.end = END.due
  }
  return true
}
