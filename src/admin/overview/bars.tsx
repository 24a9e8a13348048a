import { Text } from "@medusajs/ui"
import type { AdminOverviewAnswer } from "../../api/admin/payin/overview-types"
import { useFormat } from "../format/use-format"

type Day = AdminOverviewAnswer["series"][number]

const HEIGHT = 160
/** Of one day, in units of the drawing: two bars and the gap to the next day. */
const DAY = 12
const BAR = 4
/** So that a small amount beside a large one is still seen. */
const LEAST = 2

interface BarsProps {
  days: readonly Day[]
  /** Called with the day under the pointer, and with null when it leaves. */
  onPoint: (day: Day | null) => void
}

/** The drawing; whoever cannot see it reads the table beside it. Floats are heights here, never money. */
export const Bars = ({ days, onPoint }: BarsProps) => {
  const format = useFormat()
  const most = Math.max(...days.flatMap((day) => [Number(day.in), Number(day.out)]), 1)
  const height = (amount: string) =>
    Number(amount) > 0 ? Math.max((Number(amount) / most) * HEIGHT, LEAST) : 0
  const bar = (amount: string, x: number, color: string) => (
    <rect
      x={x}
      y={HEIGHT - height(amount)}
      width={BAR}
      height={height(amount)}
      rx={1}
      fill="currentColor"
      className={color}
    />
  )
  return (
    <div aria-hidden="true">
      <svg
        viewBox={`0 0 ${days.length * DAY} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-40 w-full"
        onMouseLeave={() => onPoint(null)}
      >
        {[0, 0.5, 1].map((part) => (
          <line
            key={part}
            x1={0}
            x2={days.length * DAY}
            y1={HEIGHT * part}
            y2={HEIGHT * part}
            stroke="currentColor"
            strokeWidth={1}
            vectorEffect="non-scaling-stroke"
            className="text-ui-border-base"
          />
        ))}
        {days.map((day, index) => (
          <g key={day.date} onMouseEnter={() => onPoint(day)}>
            <rect x={index * DAY} y={0} width={DAY} height={HEIGHT} fill="transparent" />
            {bar(day.in, index * DAY + 1.5, "text-ui-tag-green-icon")}
            {bar(day.out, index * DAY + 6.5, "text-ui-tag-blue-icon")}
          </g>
        ))}
      </svg>
      <div className="mt-2 flex justify-between">
        {[days[0], days[Math.floor(days.length / 2)], days.at(-1)].map(
          (day) =>
            day && (
              <Text key={day.date} size="xsmall" className="text-ui-fg-subtle">
                {format.day(day.date, "short")}
              </Text>
            )
        )}
      </div>
    </div>
  )
}
