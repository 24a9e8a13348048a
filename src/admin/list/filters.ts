import type { DataTableFilter } from "@medusajs/ui"
import type { Format } from "../format/format"
import type { Say } from "../text/use-texts"

const DAY_MS = 86_400_000

/** A filter for several of some values, e.g. of a status; `values` has the text of each. */
export function choice<Value extends string>(
  id: string,
  label: string,
  values: Record<Value, string>
): DataTableFilter {
  return {
    type: "multiselect",
    id,
    label,
    options: Object.entries<string>(values).map(([value, text]) => ({ label: text, value })),
  }
}

/** The filter that every list has: when the row was made. */
export function createdFilter(say: Say, format: Format): DataTableFilter {
  const midnight = new Date().setHours(0, 0, 0, 0)
  const since = (days: number) => ({ $gte: new Date(midnight - days * DAY_MS).toISOString() })
  return {
    type: "date",
    id: "created_at",
    label: say("list.created"),
    rangeOptionLabel: say("list.custom"),
    rangeOptionStartLabel: say("list.from"),
    rangeOptionEndLabel: say("list.until"),
    formatDateValue: (day) => format.date(day.toISOString()),
    options: [
      { label: say("list.today"), value: since(0) },
      { label: say("list.lastWeek"), value: since(6) },
      { label: say("list.lastMonth"), value: since(29) },
    ],
  }
}
