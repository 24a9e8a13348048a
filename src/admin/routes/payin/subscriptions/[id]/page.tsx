import { useParams } from "react-router-dom"
import type { AdminSubscriptionDetailAnswer } from "../../../../../api/admin/payin/subscription-types"
import { payin, useAnswer } from "../../../../answer/use-answer"
import { LoadingPage } from "../../../../page/loading"
import { Problem } from "../../../../page/problem"
import { SubscriptionDetail } from "../../../../subscriptions/detail"
import { crumb } from "../../../../text/crumb"

const Subscription = () => {
  const { id = "" } = useParams()
  const { data, error, refetch } = useAnswer<AdminSubscriptionDetailAnswer>(
    payin("subscriptions", id)
  )
  if (data !== undefined) {
    return <SubscriptionDetail key={id} subscription={data.subscription} />
  }
  return error === null ? <LoadingPage /> : <Problem error={error} again={() => void refetch()} />
}

export const handle = crumb("menu.subscription")

export default Subscription
