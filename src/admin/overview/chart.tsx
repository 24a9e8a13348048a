import { Select, Text } from "@medusajs/ui"
import { useState } from "react"
import type { AdminOverviewAnswer } from "../../api/admin/payin/overview-types"
import { useFormat } from "../format/use-format"
import { Section } from "../page/section"
import { useTexts } from "../text/use-texts"
import { Bars } from "./bars"

type Day = AdminOverviewAnswer["series"][number]

/** Money in and out per day, one currency at a time: amounts of two have no common height. */
export const MoneyChart = ({ series }: { series: readonly Day[] }) => {
  const say = useTexts()
  const format = useFormat()
  const currencies = [...new Set(series.map(({ currency }) => currency))]
  const [chosen, choose] = useState(currencies[0])
  const [pointed, point] = useState<Day | null>(null)
  const days = series.filter(({ currency }) => currency === chosen)
  const shown = pointed ?? days.at(-1)
  return (
    <Section
      title={say("overview.chart")}
      subtitle={say("overview.chartHint")}
      aside={
        currencies.length > 1 && (
          <Select size="small" value={chosen} onValueChange={choose}>
            <Select.Trigger className="w-24" aria-label={say("overview.currency")}>
              <Select.Value />
            </Select.Trigger>
            <Select.Content>
              {currencies.map((currency) => (
                <Select.Item key={currency} value={currency}>
                  {currency}
                </Select.Item>
              ))}
            </Select.Content>
          </Select>
        )
      }
    >
      <div className="flex flex-col gap-y-3 px-6 py-4">
        {shown && (
          <div className="flex flex-wrap items-center gap-x-6 gap-y-1" aria-hidden="true">
            <Text size="small" leading="compact" className="text-ui-fg-subtle">
              {format.day(shown.date)}
            </Text>
            <Legend color="bg-ui-tag-green-icon" name={say("overview.in")}>
              {format.money(shown.in, shown.currency)}
            </Legend>
            <Legend color="bg-ui-tag-blue-icon" name={say("overview.out")}>
              {format.money(shown.out, shown.currency)}
            </Legend>
          </div>
        )}
        <Bars days={days} onPoint={point} />
        <table className="sr-only">
          <caption>{say("overview.chart")}</caption>
          <thead>
            <tr>
              <th scope="col">{say("overview.day")}</th>
              <th scope="col">{say("overview.in")}</th>
              <th scope="col">{say("overview.out")}</th>
            </tr>
          </thead>
          <tbody>
            {days.map((day) => (
              <tr key={day.date}>
                <th scope="row">{format.day(day.date)}</th>
                <td>{format.money(day.in, day.currency)}</td>
                <td>{format.money(day.out, day.currency)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  )
}

const Legend = (props: { color: string; name: string; children: string }) => (
  <span className="txt-compact-small flex items-center gap-x-2">
    <span className={`size-2 rounded-full ${props.color}`} />
    <span className="text-ui-fg-subtle">{props.name}</span>
    <span className="txt-compact-small-plus tabular-nums">{props.children}</span>
  </span>
)
