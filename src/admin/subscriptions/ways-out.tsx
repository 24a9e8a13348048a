import { Button, Text, toast } from "@medusajs/ui"
import type {
  AdminRenewalAnswer,
  AdminSubscriptionAnswer,
  AdminSubscriptionDetailAnswer,
} from "../../api/admin/payin/subscription-types"
import { payin } from "../answer/use-answer"
import { useCommand } from "../answer/use-command"
import { useFormat } from "../format/use-format"
import { Section } from "../page/section"
import { useAsk } from "../page/use-ask"
import { useTellProblem } from "../page/use-tell-problem"
import { useTranslated, type Said } from "../text/use-translated"
import { useTexts, type Say } from "../text/use-texts"
import { subscriptionCard } from "./columns"

type Subscription = AdminSubscriptionDetailAnswer["subscription"]
type Way = "renew" | "capture" | "cancel"

/** What can be done about a subscription; before a card is charged the amount and the card are named. */
export const SubscriptionWays = ({ subscription }: { subscription: Subscription }) => {
  const say = useTexts()
  const said = useTranslated()
  const tell = useTellProblem()
  const format = useFormat()
  const ask = useAsk()
  const { mutate, isPending } = useCommand<AdminSubscriptionAnswer & Partial<AdminRenewalAnswer>>([
    "orders",
  ])
  const { amount, currency_code, plan_name, next_period } = subscription
  const held = heldFor(subscription)
  const words = {
    amount: format.money(amount, currency_code),
    card: subscriptionCard(subscription) ?? say("subscriptions.onFile"),
    plan: plan_name,
    number: next_period?.number ?? "",
    day: next_period === null ? "" : format.day(next_period.day),
  }
  const go = async (way: Way) => {
    const taken =
      way === "capture" && held ? format.money(held.amount, held.currency_code) : words.amount
    const title = say(`subscriptions.action.${way}`)
    const agreed = await ask({
      title,
      text: say(`subscriptions.sure.${way}`, { ...words, amount: taken }),
      confirm: title,
      variant: way === "cancel" ? "danger" : "confirmation",
    })
    if (agreed) {
      mutate(
        {
          path: payin("subscriptions", subscription.id, way),
          // Of an old page: who was quicker may have paid the period that it shows.
          body: way === "renew" && next_period !== null ? { period: next_period.number } : {},
        },
        {
          onSuccess: ({ renewal }) => {
            toast.success(say(`subscriptions.did.${way}`), {
              description: renewal && outcomeText(renewal, say, said),
            })
          },
          onError: (error) => tell(error),
        }
      )
    }
  }
  const ways = waysOf(subscription)
  return (
    ways.length > 0 && (
      <Section title={say("subscriptions.waysOut")}>
        <ul className="divide-y">
          {ways.map((way) => (
            <li
              key={way}
              className="flex flex-col items-start gap-3 px-6 py-4 md:flex-row md:items-center md:justify-between"
            >
              <Text size="small" className="text-ui-fg-subtle max-w-prose">
                {say(`subscriptions.means.${way}`, words)}
              </Text>
              <Button
                type="button"
                size="small"
                variant="secondary"
                className="shrink-0"
                disabled={isPending}
                onClick={() => void go(way)}
              >
                {say(`subscriptions.action.${way}`)}
              </Button>
            </li>
          ))}
        </ul>
      </Section>
    )
  )
}

/** What is held for its newest order and not taken yet. */
function heldFor({ holds, latest_order_id }: Subscription) {
  return holds.find(
    ({ status, order_id }) => status === "authorized" && order_id === latest_order_id
  )
}

function waysOf(subscription: Subscription): Way[] {
  const lives = subscription.status === "active" || subscription.status === "past_due"
  const ways: [Way, boolean][] = [
    ["capture", heldFor(subscription) !== undefined],
    ["renew", subscription.next_period !== null],
    ["cancel", lives],
  ]
  return ways.flatMap(([way, fits]) => (fits ? [way] : []))
}

function outcomeText(
  { outcome, cycle }: AdminRenewalAnswer["renewal"],
  say: Say,
  said: Said
): string {
  switch (outcome) {
    case "paid":
    case "refused":
    case "given_up":
    case "waiting":
    case "later":
    case "given_back":
      return [
        say(`subscriptions.outcome.${outcome}`),
        cycle?.last_error_text && said(cycle.last_error_text),
      ]
        .filter(Boolean)
        .join(" ")
    default:
      return outcome
  }
}
