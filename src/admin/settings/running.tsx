import { Text } from "@medusajs/ui"
import type { AdminStatusAnswer } from "../../api/admin/payin/status-types"
import { useFormat } from "../format/use-format"
import { Fact, Facts } from "../page/fact"
import { Section } from "../page/section"
import type { TextKey } from "../text/key"
import { useTexts } from "../text/use-texts"

type Queue = keyof AdminStatusAnswer["queues"]

// A queue that is added to the route does not compile until it has a name here.
const QUEUES: Record<Queue, TextKey> = {
  events_received: "settings.queue.events_received",
  events_dead: "settings.queue.events_dead",
  transactions_pending: "settings.queue.transactions_pending",
  transactions_approved_unsettled: "settings.queue.transactions_approved_unsettled",
  anomalies_open: "settings.queue.anomalies_open",
  captured_events_unsure: "settings.queue.captured_events_unsure",
  payouts_held: "settings.queue.payouts_held",
  payouts_awaiting_destination: "settings.queue.payouts_awaiting_destination",
  payouts_awaiting_approval: "settings.queue.payouts_awaiting_approval",
  payouts_queued: "settings.queue.payouts_queued",
  payouts_unknown: "settings.queue.payouts_unknown",
  payouts_rejected: "settings.queue.payouts_rejected",
  cards_held: "settings.queue.cards_held",
  cards_to_release: "settings.queue.cards_to_release",
  cards_unknown: "settings.queue.cards_unknown",
  subscriptions_active: "settings.queue.subscriptions_active",
  subscriptions_past_due: "settings.queue.subscriptions_past_due",
}

/** How much waits of each kind. */
export const Queues = ({ queues }: Pick<AdminStatusAnswer, "queues">) => {
  const say = useTexts()
  const format = useFormat()
  const names: Partial<Record<string, TextKey>> = QUEUES
  const waiting = Object.entries(queues).filter(([, count]) => count > 0)
  return (
    <Section
      title={say("settings.queues")}
      subtitle={waiting.length === 0 && say("settings.nothing")}
    >
      {waiting.length > 0 && (
        <Facts>
          {waiting.map(([queue, count]) => {
            const key = names[queue]
            return (
              <Fact key={queue} name={key === undefined ? queue : say(key)}>
                {format.number(count)}
              </Fact>
            )
          })}
        </Facts>
      )}
    </Section>
  )
}

/** The Medusa processes on this database, and what each is made of. */
export const Instances = ({ instances }: Pick<AdminStatusAnswer, "instances">) => {
  const say = useTexts()
  const format = useFormat()
  return (
    <Section title={say("settings.instances")}>
      <ul className="divide-y">
        {instances.map(({ id, host, pid, version, worker_mode, started_at, ...instance }) => (
          <li key={id} className="flex flex-col gap-y-1 px-6 py-4">
            <Text size="small" weight="plus" className="break-all">
              {`${host} · ${String(pid)} · ${say("settings.version", { version })}`}
            </Text>
            <Text size="small" className="text-ui-fg-subtle">
              {say("settings.instance", { mode: worker_mode, time: format.time(started_at) })}
            </Text>
            <Text size="small" className="text-ui-fg-subtle">
              {say("settings.tools", { bus: instance.event_bus, locking: instance.locking })}
            </Text>
          </li>
        ))}
      </ul>
    </Section>
  )
}
