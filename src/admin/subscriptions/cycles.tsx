import { Text } from "@medusajs/ui"
import type { ReactNode } from "react"
import type {
  AdminCardRequest,
  AdminCycle,
  AdminHold,
} from "../../api/admin/payin/subscription-types"
import { useFormat } from "../format/use-format"
import { Copyable, Fact, Facts, PageLink } from "../page/fact"
import { Section } from "../page/section"
import { useTranslated } from "../text/use-translated"
import { useTexts } from "../text/use-texts"
import { holdKind } from "./hold-kind"
import { CycleStatusBadge, HoldStatusBadge } from "./status"

interface RowsProps {
  title: string
  /** Said when there is none. */
  none: string
  children: ReactNode[]
}

const Rows = ({ title, none, children }: RowsProps) => (
  <Section title={title}>
    {children.length === 0 ? (
      <Text size="small" className="text-ui-fg-subtle px-6 py-4">
        {none}
      </Text>
    ) : (
      <ul className="divide-y">{children}</ul>
    )}
  </Section>
)

interface RowProps {
  title: string
  badge: ReactNode
  order_id: string | null
  lines: (string | null | false)[]
}

const Row = ({ title, badge, order_id, lines }: RowProps) => {
  const say = useTexts()
  return (
    <li className="flex flex-col gap-y-1 px-6 py-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Text size="small" weight="plus" leading="compact">
          {title}
        </Text>
        {badge}
      </div>
      <Text size="small" className="text-ui-fg-subtle break-words">
        {lines.filter(Boolean).join(" · ")}
      </Text>
      {order_id !== null && (
        <PageLink to={`/orders/${order_id}`}>{say("transactions.openOrder")}</PageLink>
      )}
    </li>
  )
}

/** The periods of a subscription, each with its order. */
export const Cycles = ({ cycles }: { cycles: readonly AdminCycle[] }) => {
  const say = useTexts()
  const said = useTranslated()
  const format = useFormat()
  return (
    <Rows title={say("subscriptions.cycles")} none={say("subscriptions.noCycle")}>
      {cycles.map(({ id, number, day, status, order_id, ...cycle }) => (
        <Row
          key={id}
          title={`${say("subscriptions.period", { number })} · ${format.day(day)}`}
          badge={<CycleStatusBadge status={status} />}
          order_id={order_id}
          lines={[
            cycle.skipped > 0 && say("subscriptions.skipped", { count: cycle.skipped }),
            cycle.refusals > 0 && say("subscriptions.refusals", { count: cycle.refusals }),
            cycle.next_try && say("subscriptions.nextTry", { day: format.day(cycle.next_try) }),
            cycle.last_error_text && said(cycle.last_error_text),
          ]}
        />
      ))}
    </Rows>
  )
}

/** What was held on its card, and what of it was taken. */
export const Holds = ({ holds }: { holds: readonly AdminHold[] }) => {
  const say = useTexts()
  const format = useFormat()
  return (
    <Rows title={say("subscriptions.holds")} none={say("subscriptions.noHold")}>
      {holds.map(({ id, amount, captured_amount, currency_code, order_id, ...hold }) => (
        <Row
          key={id}
          title={`${format.money(amount, currency_code)} · ${say(`subscriptions.holdKind.${holdKind(hold)}`)}`}
          badge={<HoldStatusBadge status={hold.status} />}
          order_id={order_id}
          lines={[
            format.time(hold.created_at),
            hold.reference,
            captured_amount !== null &&
              say("subscriptions.taken", { amount: format.money(captured_amount, currency_code) }),
            hold.release_at &&
              say("subscriptions.heldUntil", { time: format.time(hold.release_at) }),
            hold.refusal_message ?? hold.refusal_code,
          ]}
        />
      ))}
    </Rows>
  )
}

/** What the service was asked about its card, with the names by which its support finds each call. */
export const Requests = ({ requests }: { requests: readonly AdminCardRequest[] }) => {
  const say = useTexts()
  const format = useFormat()
  return (
    <Section title={say("subscriptions.requests")} subtitle={say("subscriptions.requestsHint")}>
      <Facts>
        {requests.map(({ id, call, created_at }) => (
          <Fact key={id} name={`${say(`subscriptions.call.${call}`)} · ${format.time(created_at)}`}>
            <Copyable text={id} />
          </Fact>
        ))}
      </Facts>
    </Section>
  )
}
