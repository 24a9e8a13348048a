import { Text, clx } from "@medusajs/ui"
import type { ReactNode } from "react"
import { useFormat } from "../format/use-format"

export interface Moment {
  /** ISO 8601; null: not dated. */
  at: string | null
  title: string
  text?: ReactNode
  color?: "green" | "orange" | "red" | "blue" | "grey"
}

const DOT: Record<NonNullable<Moment["color"]>, string> = {
  green: "bg-ui-tag-green-icon",
  orange: "bg-ui-tag-orange-icon",
  red: "bg-ui-tag-red-icon",
  blue: "bg-ui-tag-blue-icon",
  grey: "bg-ui-tag-neutral-icon",
}

/** What happened, one below the other, in the order given. */
export const Timeline = ({ moments }: { moments: readonly Moment[] }) => {
  const format = useFormat()
  return (
    <ol className="flex flex-col px-6 py-4">
      {moments.map(({ at, title, text, color = "grey" }, index) => (
        <li key={`${title}${at ?? ""}`} className="grid grid-cols-[20px_1fr] gap-x-2">
          <div className="flex flex-col items-center" aria-hidden="true">
            <div className={clx("mt-1.5 size-2 shrink-0 rounded-full", DOT[color])} />
            {index < moments.length - 1 && <div className="bg-ui-border-base mt-1 w-px flex-1" />}
          </div>
          <div className="min-w-0 pb-4">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <Text size="small" weight="plus" leading="compact">
                {title}
              </Text>
              {at !== null && (
                <Text size="small" leading="compact" className="text-ui-fg-subtle">
                  <time dateTime={at}>{format.time(at)}</time>
                </Text>
              )}
            </div>
            {text && (
              <Text size="small" className="text-ui-fg-subtle break-words">
                {text}
              </Text>
            )}
          </div>
        </li>
      ))}
    </ol>
  )
}
