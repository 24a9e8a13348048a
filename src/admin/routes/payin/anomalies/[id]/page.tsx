import { useParams } from "react-router-dom"
import type { AdminAnomalyAnswer } from "../../../../../api/admin/payin/anomaly-types"
import { AnomalyDetail } from "../../../../anomalies/detail"
import { payin, useAnswer } from "../../../../answer/use-answer"
import { LoadingPage } from "../../../../page/loading"
import { Problem } from "../../../../page/problem"
import { crumb } from "../../../../text/crumb"

const Anomaly = () => {
  const { id = "" } = useParams()
  const { data, error, refetch } = useAnswer<AdminAnomalyAnswer>(payin("anomalies", id))
  if (data !== undefined) {
    return <AnomalyDetail anomaly={data.anomaly} />
  }
  return error === null ? <LoadingPage /> : <Problem error={error} again={() => void refetch()} />
}

export const handle = crumb("menu.anomaly")

export default Anomaly
