import { StatusBadge, Text } from "@medusajs/ui"
import type {
  AdminAccountStatus,
  AdminLastError,
  AdminStatusAnswer,
} from "../../api/admin/payin/status-types"
import { serviceCall, serviceReason } from "../answer/service-reason"
import { payin, useAnswer } from "../answer/use-answer"
import { useFormat } from "../format/use-format"
import { LoadingRows } from "../page/loading"
import { Problem } from "../page/problem"
import { Section } from "../page/section"
import { useTexts } from "../text/use-texts"

const COLOR: Record<AdminAccountStatus["breaker"], "green" | "orange" | "red"> = {
  closed: "green",
  half_open: "orange",
  open: "red",
}

/** Whether the store and the service hear each other, and what else is wrong. */
export const Health = () => {
  const say = useTexts()
  const { data, error, refetch } = useAnswer<AdminStatusAnswer>(payin("status"))
  return (
    <Section title={say("health.title")}>
      {data !== undefined && <Lines status={data} />}
      {data === undefined && error === null && <LoadingRows rows={2} />}
      {data === undefined && error !== null && (
        <Problem error={error} again={() => void refetch()} className="m-6" />
      )}
    </Section>
  )
}

const Lines = ({ status }: { status: AdminStatusAnswer }) => {
  const say = useTexts()
  const format = useFormat()
  const { accounts, problems, last_errors, regions_without_provider, queues } = status
  const { transactions_approved_unsettled: unsettled } = queues
  return (
    <ul className="divide-y">
      {accounts.map((account) => (
        <li
          key={account.id}
          className="flex flex-wrap items-center justify-between gap-2 px-6 py-4"
        >
          <div className="min-w-0">
            <Text size="small" weight="plus" leading="compact">
              {account.id} · {account.currency}
            </Text>
            <Text size="small" leading="compact" className="text-ui-fg-subtle truncate">
              {account.last_success_at === null
                ? say("health.neverHeard")
                : say("health.heard", { time: format.time(account.last_success_at) })}
            </Text>
          </div>
          <StatusBadge color={COLOR[account.breaker]}>
            {say(`health.${account.breaker}`)}
          </StatusBadge>
        </li>
      ))}
      {problems.map(({ code, values }) => (
        <Trouble
          key={`${code} ${Object.values(values).join()}`}
          title={say(code === "installation_held" ? "overview.held" : "health.problem")}
          text={say(`health.trouble.${code}`, { ...values })}
        />
      ))}
      {unsettled > 0 && (
        <Trouble
          title={say("health.unsettled", { count: unsettled })}
          text={say("health.unsettledHint")}
        />
      )}
      {regions_without_provider.map(({ region_id, name, provider_id }) => (
        <Trouble
          key={`${region_id}${provider_id}`}
          title={say("health.regionOff", { region: name })}
          text={say("health.regionOffHint", { provider: provider_id })}
        />
      ))}
      {last_errors.map((error) => (
        <LastError key={error.account} error={error} />
      ))}
    </ul>
  )
}

const LastError = ({ error }: { error: AdminLastError }) => {
  const say = useTexts()
  const format = useFormat()
  const { account, at, operation, reason, http_status } = error
  const why = say(serviceReason(reason))
  return (
    <Trouble
      title={say("health.lastError", { account, time: format.time(at) })}
      text={[
        say("health.asked", { call: say(serviceCall(operation)), why }),
        http_status !== null && `(HTTP ${http_status})`,
      ]
        .filter(Boolean)
        .join(" ")}
    />
  )
}

const Trouble = ({ title, text }: { title: string; text: string }) => (
  <li className="px-6 py-4">
    <Text size="small" weight="plus" leading="compact" className="text-ui-fg-error">
      {title}
    </Text>
    <Text size="small" className="text-ui-fg-subtle break-words">
      {text}
    </Text>
  </li>
)
