import { CheckCircle, ChevronRightMini } from "@medusajs/icons"
import { Badge, Text } from "@medusajs/ui"
import { Link } from "react-router-dom"
import type { AdminOverviewAnswer } from "../../api/admin/payin/overview-types"
import { useFormat } from "../format/use-format"
import { Section } from "../page/section"
import { useTexts } from "../text/use-texts"

type Waiting = AdminOverviewAnswer["waiting"]

/** The list behind each count, filtered to what is counted. */
const LISTS: Record<keyof Waiting, string> = {
  anomalies: '/payin/anomalies?status=["open"]',
  approvals: '/payin/payouts?status=["awaiting_approval"]',
  destinations: '/payin/payouts?status=["awaiting_destination"]',
  refunds_rejected: '/payin/payouts?status=["rejected"]&source=["refund","anomaly"]',
  dead_events: '/payin/events?status=["dead"]',
  past_due: '/payin/subscriptions?status=["past_due"]',
  renewals_stuck: "/payin/subscriptions",
}

/** What nobody but a person moves on. */
export const WaitingForYou = ({ waiting }: { waiting: Waiting }) => {
  const say = useTexts()
  const format = useFormat()
  const rows = [
    { name: say("overview.anomalies"), to: LISTS.anomalies, count: waiting.anomalies },
    { name: say("overview.approvals"), to: LISTS.approvals, count: waiting.approvals },
    { name: say("overview.destinations"), to: LISTS.destinations, count: waiting.destinations },
    {
      name: say("overview.refundsRejected"),
      to: LISTS.refunds_rejected,
      count: waiting.refunds_rejected,
    },
    { name: say("overview.deadEvents"), to: LISTS.dead_events, count: waiting.dead_events },
    { name: say("overview.pastDue"), to: LISTS.past_due, count: waiting.past_due },
    {
      name: say("overview.renewalsStuck"),
      to: LISTS.renewals_stuck,
      count: waiting.renewals_stuck,
    },
  ].filter(({ count }) => count > 0)
  return (
    <Section title={say("overview.waiting")}>
      {rows.length === 0 ? (
        <div className="text-ui-fg-subtle flex items-center gap-x-2 px-6 py-6">
          <CheckCircle className="text-ui-tag-green-icon" />
          <Text size="small">{say("overview.nothingWaits")}</Text>
        </div>
      ) : (
        <ul className="divide-y">
          {rows.map(({ name, to, count }) => (
            <li key={to}>
              <Link
                to={encodeURI(to)}
                className="hover:bg-ui-bg-base-hover focus-visible:shadow-borders-focus flex items-center justify-between gap-x-4 px-6 py-4 outline-none"
              >
                <Text size="small" weight="plus" leading="compact">
                  {name}
                </Text>
                <span className="flex items-center gap-x-2">
                  <Badge size="2xsmall" color="orange">
                    {format.number(count)}
                  </Badge>
                  <ChevronRightMini className="text-ui-fg-muted" />
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
