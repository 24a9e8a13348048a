import { Fragment } from "react"
import type { AdminAuditEntry } from "../../api/admin/payin/audit-types"
import { auditAction } from "../audit/action"
import type { Format } from "../format/format"
import { knownText } from "../audit/known"
import { mailReaders } from "../audit/shown-facts"
import { Person } from "../page/person"
import type { Moment } from "../page/timeline"
import type { Say } from "../text/use-texts"
import { PAYOUT_COLOR, payoutStatuses } from "./status"

/** Facts that stand at the top of the page. */
const SHOWN_ELSEWHERE = new Set(["amount", "currency", "source"])

/** Who did what with a payout, in the order in which it happened. */
export function payoutMoments(
  audit: readonly AdminAuditEntry[],
  say: Say,
  format: Format
): Moment[] {
  const names: Partial<Record<string, string>> = payoutStatuses(say)
  const colors: Partial<Record<string, Moment["color"]>> = PAYOUT_COLOR
  return audit.map((entry) => {
    const { created_at, actor_id, from_status, to_status, facts } = entry
    const moved = to_status !== null && to_status !== from_status
    const done = auditAction(entry, say)
    const now = moved ? (names[to_status] ?? to_status) : done
    const readers = mailReaders(facts)
    const known = knownText(facts, say, format, SHOWN_ELSEWHERE)
    return {
      at: created_at,
      title: now === done ? done : `${done} → ${now}`,
      text: (
        <>
          <Person id={actor_id} />
          {known !== "" && ` · ${known}`}
          {readers.length > 0 && ` · ${say("audit.mailReaders")}: `}
          {readers.map((reader, index) => (
            <Fragment key={reader}>
              {index > 0 && ", "}
              <Person id={reader} />
            </Fragment>
          ))}
        </>
      ),
      color: moved ? colors[to_status] : "grey",
    }
  })
}
