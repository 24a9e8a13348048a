import { Checkbox, createDataTableColumnHelper, type DataTableCommand } from "@medusajs/ui"
import type { Say } from "../text/use-texts"

/** A decision about several rows of a list. */
export interface Together<Row> {
  /** Whether this row may be among them. */
  may: (row: Row) => boolean
  label: string
  /** One key of the keyboard. */
  shortcut: string
  /** `clear`: nothing is selected any more. */
  onChosen: (ids: string[], clear: () => void) => void
}

/** The button below a list whose rows are selected. */
export function commandsOf<Row>(
  { label, shortcut, onChosen }: Together<Row>,
  clear: () => void
): DataTableCommand[] {
  const action = (selection: Record<string, boolean>) => {
    const ids = Object.keys(selection).filter((id) => selection[id])
    onChosen(ids, clear)
  }
  return [{ label, shortcut, action }]
}

/** Boxes to select rows by. Those of Medusa have no name for who hears the page. */
export function selectColumn<Row>(say: Say) {
  return createDataTableColumnHelper<Row>().display({
    id: "select",
    header: ({ table }) => (
      <Checkbox
        aria-label={say("list.selectAll")}
        checked={
          table.getIsSomePageRowsSelected() ? "indeterminate" : table.getIsAllPageRowsSelected()
        }
        onCheckedChange={(checked) => table.toggleAllPageRowsSelected(checked === true)}
      />
    ),
    cell: ({ row }) => (
      <Checkbox
        aria-label={say("list.select")}
        checked={row.getIsSelected()}
        disabled={!row.getCanSelect()}
        onClick={(event) => event.stopPropagation()}
        onCheckedChange={(checked) => row.toggleSelected(checked === true)}
      />
    ),
  })
}
