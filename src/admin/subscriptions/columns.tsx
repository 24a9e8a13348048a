import { createDataTableColumnHelper } from "@medusajs/ui"
import { useMemo } from "react"
import type { AdminSubscription } from "../../api/admin/payin/subscription-types"
import { useFormat } from "../format/use-format"
import { RowLink } from "../list/row-link"
import { useTexts } from "../text/use-texts"
import { SubscriptionStatusBadge } from "./status"

const column = createDataTableColumnHelper<AdminSubscription>()

export function subscriptionHref({ id }: { id: string }): string {
  return `/payin/subscriptions/${id}`
}

/** What a list shows of a subscription. */
export function useSubscriptionColumns() {
  const say = useTexts()
  const format = useFormat()
  return useMemo(
    () => [
      column.accessor("plan_name", {
        header: say("subscriptions.plan"),
        cell: ({ row: { original } }) => (
          <RowLink to={subscriptionHref(original)}>{original.plan_name}</RowLink>
        ),
      }),
      column.accessor("status", {
        header: say("list.status"),
        cell: ({ getValue }) => <SubscriptionStatusBadge status={getValue()} />,
      }),
      column.accessor("amount", {
        header: say("transactions.amount"),
        align: "right",
        cell: ({ row: { original } }) => format.money(original.amount, original.currency_code),
      }),
      column.accessor("next_date", {
        header: say("subscriptions.next"),
        cell: ({ row: { original } }) =>
          original.next_date === null ? "–" : format.day(original.next_date),
      }),
      column.accessor("last_four", {
        header: say("transactions.card"),
        cell: ({ row: { original } }) => subscriptionCard(original) ?? "–",
      }),
      column.accessor("created_at", {
        header: say("list.created"),
        cell: ({ getValue }) => format.time(getValue()),
      }),
    ],
    [say, format]
  )
}

/** The card that pays, as people tell theirs apart; null where the service named nothing of it. */
export function subscriptionCard({
  brand,
  last_four,
}: Pick<AdminSubscription, "brand" | "last_four">): string | null {
  return [brand, last_four && `•••• ${last_four}`].filter(Boolean).join(" ") || null
}
