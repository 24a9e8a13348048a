import { defineRouteConfig } from "@medusajs/admin-sdk"
import type { AdminEvent, AdminEventList } from "../../../../api/admin/payin/event-types"
import { eventHref, useEventColumns } from "../../../events/columns"
import { eventStatuses } from "../../../events/status"
import { useFormat } from "../../../format/use-format"
import { accountFilter, useAccounts } from "../../../list/accounts"
import { choice, createdFilter } from "../../../list/filters"
import { ListPage } from "../../../list/list-page"
import { crumb } from "../../../text/crumb"
import { useTexts } from "../../../text/use-texts"

const Events = () => {
  const say = useTexts()
  const format = useFormat()
  return (
    <ListPage<AdminEventList, AdminEvent>
      name="events"
      rows={(answer) => answer.events}
      columns={useEventColumns()}
      filters={[
        choice("status", say("list.status"), eventStatuses(say)),
        ...accountFilter(say, useAccounts()),
        createdFilter(say, format),
      ]}
      title={say("events.title")}
      subtitle={say("events.subtitle")}
      searchHint={say("events.searchHint")}
      empty={{ heading: say("events.empty"), description: say("events.emptyHint") }}
      href={eventHref}
    />
  )
}

export const config = defineRouteConfig({ label: "menu.events", translationNs: "payin", rank: 8 })

export const handle = crumb("menu.events")

export default Events
