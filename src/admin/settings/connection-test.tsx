import { Button, StatusBadge, Text } from "@medusajs/ui"
import type {
  AdminConnectionTest,
  AdminConnectionTestAnswer,
} from "../../api/admin/payin/connection-types"
import type { AdminAccountStatus } from "../../api/admin/payin/status-types"
import { serviceCall, serviceReason } from "../answer/service-reason"
import { payin } from "../answer/use-answer"
import { useCommand } from "../answer/use-command"
import { useFormat } from "../format/use-format"
import { Problem } from "../page/problem"
import { Section } from "../page/section"
import { useTexts } from "../text/use-texts"

interface ConnectionTestProps {
  accounts: readonly AdminAccountStatus[]
}

/** Asks the service, as each account, whether it answers and accepts the credentials. */
export const ConnectionTest = ({ accounts }: ConnectionTestProps) => {
  const say = useTexts()
  const { mutate, data, error, isPending } = useCommand<AdminConnectionTestAnswer>()
  return (
    <Section
      title={say("settings.test.title")}
      subtitle={say("settings.test.hint")}
      aside={
        <Button
          type="button"
          size="small"
          variant="secondary"
          isLoading={isPending}
          onClick={() => mutate({ path: payin("status", "test") })}
        >
          {say("settings.test.ask")}
        </Button>
      }
    >
      {error !== null && <Problem error={error} className="m-6" />}
      {/* There from the start, so that a screen reader tells what comes into it. */}
      <ul className="divide-y" aria-live="polite" aria-busy={isPending}>
        {data?.accounts.map((tested) => (
          <Tested
            key={tested.account}
            tested={tested}
            wanted={accounts.find(({ id }) => id === tested.account)?.currency ?? null}
          />
        ))}
      </ul>
    </Section>
  )
}

interface TestedProps {
  tested: AdminConnectionTest
  /** Currency of the account. */
  wanted: string | null
}

const Tested = ({ tested, wanted }: TestedProps) => {
  const say = useTexts()
  const { account, ok, currency } = tested
  const outcome = useOutcome(tested)
  const strange = currency !== null && wanted !== null && currency !== wanted
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 px-6 py-4">
      <div className="min-w-0 flex-1">
        <Text size="small" weight="plus" leading="compact">
          {[account, wanted].filter(Boolean).join(" · ")}
        </Text>
        <Text size="small" className="text-ui-fg-subtle break-words">
          {outcome}
        </Text>
        {strange && (
          <Text size="small" className="text-ui-fg-error break-words">
            {say("settings.test.otherCurrency", { merchant: currency, account: wanted })}
          </Text>
        )}
      </div>
      <StatusBadge color={ok ? "green" : "red"}>
        {say(ok ? "settings.test.fine" : "settings.test.broken")}
      </StatusBadge>
    </li>
  )
}

function useOutcome({ operation, reason, merchant, milliseconds }: AdminConnectionTest): string {
  const say = useTexts()
  const format = useFormat()
  const ms = format.number(milliseconds)
  if (operation !== null && reason !== null) {
    return say("health.asked", {
      call: say(serviceCall(operation)),
      why: say(serviceReason(reason)),
    })
  }
  return merchant === null
    ? say("settings.test.nameless", { ms })
    : say("settings.test.answered", { merchant, ms })
}
