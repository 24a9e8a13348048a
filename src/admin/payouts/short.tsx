import type { AdminPayoutDetailAnswer } from "../../api/admin/payin/payout-types"
import { payin, useAnswer } from "../answer/use-answer"
import { PayoutWays } from "./ways-out"

/** Paying the rest of a payout that the service paid less of than ordered; nothing without a rest. */
export const ShortPayout = ({ id }: { id: string }) => {
  const { data } = useAnswer<AdminPayoutDetailAnswer>(payin("payouts", id))
  return data === undefined ? null : <PayoutWays payout={data.payout} only="pay-rest" />
}
