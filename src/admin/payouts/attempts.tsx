import { Text } from "@medusajs/ui"
import type { AdminPayoutAttempt } from "../../api/admin/payin/payout-types"
import { useFormat } from "../format/use-format"
import { Copyable } from "../page/fact"
import { Section } from "../page/section"
import { useTexts } from "../text/use-texts"
import { AttemptStatusBadge } from "./status"

/** Under which references a payout was sent, and what became of each. */
export const Attempts = ({ attempts }: { attempts: readonly AdminPayoutAttempt[] }) => {
  const say = useTexts()
  return (
    <Section title={say("payouts.attempts")}>
      {attempts.length === 0 ? (
        <Text size="small" className="text-ui-fg-subtle px-6 py-4">
          {say("payouts.noAttempt")}
        </Text>
      ) : (
        <ul className="divide-y">
          {attempts.map((attempt) => (
            <Attempt key={attempt.reference} attempt={attempt} />
          ))}
        </ul>
      )}
    </Section>
  )
}

const Attempt = ({ attempt }: { attempt: AdminPayoutAttempt }) => {
  const say = useTexts()
  const format = useFormat()
  const { sends, last_sent_at, last_error, response_message, paid_amount } = attempt
  const lines = [
    last_sent_at === null
      ? say("payouts.unsent")
      : say("payouts.sends", { count: sends, time: format.time(last_sent_at) }),
    paid_amount &&
      say("payouts.paid", { amount: format.money(paid_amount, attempt.paid_currency) }),
    response_message,
    last_error,
  ].filter(Boolean)
  return (
    <li className="flex flex-col gap-y-2 px-6 py-4">
      <div className="txt-compact-small flex flex-wrap items-center justify-between gap-2">
        <Copyable text={attempt.reference} />
        <AttemptStatusBadge status={attempt.status} />
      </div>
      {attempt.ticket !== null && (
        <div className="txt-compact-small text-ui-fg-subtle flex items-center gap-x-1">
          {say("transactions.ticket")}: <Copyable text={attempt.ticket} />
        </div>
      )}
      {lines.map((line) => (
        <Text key={line} size="small" className="text-ui-fg-subtle break-words">
          {line}
        </Text>
      ))}
    </li>
  )
}
