import { useParams } from "react-router-dom"
import type { AdminEventAnswer } from "../../../../../api/admin/payin/event-types"
import { payin, useAnswer } from "../../../../answer/use-answer"
import { EventDetail } from "../../../../events/detail"
import { LoadingPage } from "../../../../page/loading"
import { Problem } from "../../../../page/problem"
import { crumb } from "../../../../text/crumb"

const Event = () => {
  const { id = "" } = useParams()
  const { data, error, refetch } = useAnswer<AdminEventAnswer>(payin("events", id))
  if (data !== undefined) {
    return <EventDetail event={data.event} />
  }
  return error === null ? <LoadingPage /> : <Problem error={error} again={() => void refetch()} />
}

export const handle = crumb("menu.event")

export default Event
