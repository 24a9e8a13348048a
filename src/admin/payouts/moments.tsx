import type { AdminAuditEntry } from "../../api/admin/payin/payout-types"
import { auditAction } from "../audit/action"
import { textOf } from "../page/known-facts"
import { Person } from "../page/person"
import type { Moment } from "../page/timeline"
import type { Say } from "../text/use-texts"
import { PAYOUT_COLOR, payoutStatuses } from "./status"

/** Facts that stand at the top of the page, or say nothing to people. */
const SHOWN_ELSEWHERE = new Set(["amount", "currency", "source", "request"])

/** Who did what with a payout, in the order in which it happened. */
export function payoutMoments(audit: readonly AdminAuditEntry[], say: Say): Moment[] {
  const names: Partial<Record<string, string>> = payoutStatuses(say)
  const colors: Partial<Record<string, Moment["color"]>> = PAYOUT_COLOR
  return audit.map(({ created_at, action, actor_id, from_status, to_status, facts }) => {
    const moved = to_status !== null && to_status !== from_status
    const done = auditAction(action, say)
    const now = moved ? (names[to_status] ?? to_status) : done
    const known = Object.entries(facts ?? {}).filter(
      ([name, value]) => value !== null && !SHOWN_ELSEWHERE.has(name)
    )
    return {
      at: created_at,
      title: now === done ? done : `${done} → ${now}`,
      text: (
        <>
          <Person id={actor_id} />
          {known.map(([name, value]) => ` · ${name.replaceAll("_", " ")}: ${textOf(value)}`)}
        </>
      ),
      color: moved ? colors[to_status] : "grey",
    }
  })
}
