import { useParams } from "react-router-dom"
import type { AdminPayoutDetailAnswer } from "../../../../../api/admin/payin/payout-types"
import { payin, useAnswer } from "../../../../answer/use-answer"
import { LoadingPage } from "../../../../page/loading"
import { Problem } from "../../../../page/problem"
import { PayoutDetail } from "../../../../payouts/detail"
import { lookAgain } from "../../../../payouts/under-way"
import { crumb } from "../../../../text/crumb"

const Payout = () => {
  const { id = "" } = useParams()
  const { data, error, refetch } = useAnswer<AdminPayoutDetailAnswer>(payin("payouts", id), {
    every: (answer) => lookAgain(answer && [answer.payout]),
  })
  if (data !== undefined) {
    return <PayoutDetail key={id} payout={data.payout} />
  }
  return error === null ? <LoadingPage /> : <Problem error={error} again={() => void refetch()} />
}

export const handle = crumb("menu.payout")

export default Payout
