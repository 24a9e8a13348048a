import { defineRouteConfig } from "@medusajs/admin-sdk"
import type {
  AdminSubscription,
  AdminSubscriptionList,
} from "../../../../api/admin/payin/subscription-types"
import { useFormat } from "../../../format/use-format"
import { accountFilter, useAccounts } from "../../../list/accounts"
import { choice, createdFilter } from "../../../list/filters"
import { ListPage } from "../../../list/list-page"
import { subscriptionHref, useSubscriptionColumns } from "../../../subscriptions/columns"
import { subscriptionStatuses } from "../../../subscriptions/status"
import { crumb } from "../../../text/crumb"
import { useTexts } from "../../../text/use-texts"

const Subscriptions = () => {
  const say = useTexts()
  const format = useFormat()
  return (
    <ListPage<AdminSubscriptionList, AdminSubscription>
      name="subscriptions"
      rows={(answer) => answer.subscriptions}
      columns={useSubscriptionColumns()}
      filters={[
        choice("status", say("list.status"), subscriptionStatuses(say)),
        ...accountFilter(say, useAccounts()),
        createdFilter(say, format),
      ]}
      title={say("subscriptions.title")}
      subtitle={say("subscriptions.subtitle")}
      searchHint={say("subscriptions.searchHint")}
      empty={{ heading: say("subscriptions.empty"), description: say("subscriptions.emptyHint") }}
      href={subscriptionHref}
    />
  )
}

export const config = defineRouteConfig({
  label: "menu.subscriptions",
  translationNs: "payin",
  rank: 3,
})

export const handle = crumb("menu.subscriptions")

export default Subscriptions
