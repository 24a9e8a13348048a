import type { AdminHold } from "../../api/admin/payin/subscription-types"
import { useFormat } from "../format/use-format"
import { Copyable, Fact, Facts } from "../page/fact"
import { HoldStatusBadge } from "../subscriptions/status"
import { useTexts } from "../text/use-texts"

/** Money may be held and is not taken: what was taken is a transaction, and of all else nothing is held. */
const WAITS: readonly AdminHold["status"][] = [
  "authorized",
  "unknown",
  "capturing",
  "capture_unknown",
]

export function waitingHolds(holds: readonly AdminHold[]): AdminHold[] {
  return holds.filter(({ status }) => WAITS.includes(status))
}

/** What a card holds for an order, and until when it can be captured. */
export const OrderHold = ({ hold }: { hold: AdminHold }) => {
  const say = useTexts()
  const format = useFormat()
  return (
    <Facts>
      <Fact name={say("list.status")}>
        <HoldStatusBadge status={hold.status} />
      </Fact>
      <Fact name={say("payment.held")}>{format.money(hold.amount, hold.currency_code)}</Fact>
      {hold.release_at !== null && (
        <Fact name={say("payment.heldUntil")}>{format.time(hold.release_at)}</Fact>
      )}
      <Fact name={say("transactions.reference")}>
        <Copyable text={hold.reference} />
      </Fact>
    </Facts>
  )
}
