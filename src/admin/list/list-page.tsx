import {
  Container,
  DataTable,
  Heading,
  Text,
  useDataTable,
  type DataTableColumnDef,
  type DataTableFilter,
} from "@medusajs/ui"
import { useState, type ReactNode } from "react"
import { useNavigate } from "react-router-dom"
import type { AdminListPage } from "../../api/admin/payin/list-types"
import { payin, useAnswer, type AnswerOptions, type Query } from "../answer/use-answer"
import { Problem } from "../page/problem"
import { useTexts } from "../text/use-texts"
import { CsvButton } from "./csv-button"
import { commandsOf, selectColumn, type Together } from "./together"
import { PAGE_SIZE, useListState } from "./use-list-state"

interface ListPageProps<Answer extends AdminListPage, Row extends { id: string }> {
  /** Last part of the route's address and name of the CSV file, e.g. `transactions`. */
  name: string
  /** The rows of an answer. */
  rows: (answer: Answer) => Row[]
  /** Made with `createDataTableColumnHelper<Row>()`; the first one should be a {@link RowLink}. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a column's value has a type of its own
  columns: DataTableColumnDef<Row, any>[]
  filters: DataTableFilter[]
  title: string
  subtitle?: string
  /** What the search finds, in the search field. */
  searchHint?: string
  /** Said when there is no row at all. */
  empty: { heading: string; description: string }
  /** Where a click on a row leads, without `/app`. */
  href?: (row: Row) => string
  /** Milliseconds until the page is asked for again by itself; false: no more. */
  every?: AnswerOptions<Answer>["every"]
  /** Filters that are always on, e.g. of one order. */
  always?: Query
  /** Buttons beside the CSV. */
  actions?: ReactNode
  /** What may be done with several rows at once. */
  together?: Together<Row>
}

/**
 * One list of the plugin: search, filters, pages by cursor and a CSV, over any list route of
 * /admin/payin. Pass the route's own types:
 *
 * `<ListPage<AdminTransactionList, AdminTransaction> name="transactions" rows={(a) => a.transactions} …/>`
 */
export const ListPage = <Answer extends AdminListPage, Row extends { id: string }>({
  name,
  rows,
  every,
  columns,
  filters,
  title,
  subtitle,
  searchHint,
  empty,
  href,
  always,
  actions,
  together,
}: ListPageProps<Answer, Row>) => {
  const say = useTexts()
  const navigate = useNavigate()
  const state = useListState(filters.map(({ id }) => id))
  const { cursors } = state
  const query = { ...state.query, ...always }
  const path = payin(name)
  const cursor = cursors.at(-1)
  const { data, error, isLoading, refetch } = useAnswer<Answer>(path, {
    query: { ...query, limit: PAGE_SIZE, ...(cursor !== undefined && { cursor }) },
    keep: true,
    every,
  })
  const shown = data === undefined ? [] : rows(data)
  const [selected, select] = useState<Record<string, boolean>>({})
  const mayChoose = together !== undefined && shown.some(together.may)
  const table = useDataTable<Row>({
    data: shown,
    columns: mayChoose ? [selectColumn<Row>(say), ...columns] : columns,
    commands: together && commandsOf(together, () => select({})),
    rowSelection: together && {
      state: selected,
      onRowSelectionChange: select,
      enableRowSelection: ({ original }) => together.may(original),
    },
    filters,
    isLoading,
    getRowId: (row) => row.id,
    rowCount: data === undefined ? 0 : rowCount(data, shown.length),
    search: { state: state.search, onSearchChange: state.onSearch },
    filtering: { state: state.filtering, onFilteringChange: state.onFilter },
    pagination: {
      state: { pageIndex: cursors.length, pageSize: PAGE_SIZE },
      onPaginationChange: ({ pageIndex }) => {
        if (pageIndex < cursors.length) {
          state.onCursors(cursors.slice(0, pageIndex))
        } else if (pageIndex > cursors.length && data?.next_cursor) {
          state.onCursors([...cursors, data.next_cursor])
        }
      },
    },
    ...(href && { onRowClick: (event, row) => open(event, href(row), navigate) }),
  })
  return (
    <Container className="divide-y p-0">
      <DataTable instance={table}>
        <DataTable.Toolbar
          className="flex flex-col items-start justify-between gap-3 xl:flex-row xl:items-center"
          translations={{ clearAll: say("list.clearAll") }}
        >
          <div className="min-w-0">
            <Heading level="h1">{title}</Heading>
            {subtitle && (
              <Text size="small" className="text-ui-fg-subtle">
                {subtitle}
              </Text>
            )}
          </div>
          <div className="flex w-full flex-wrap items-center gap-2 xl:w-auto xl:shrink-0 xl:flex-nowrap">
            {filters.length > 0 && <DataTable.FilterMenu tooltip={say("list.filter")} />}
            <div className="min-w-40 flex-1 md:w-64 md:flex-none">
              <DataTable.Search
                placeholder={searchHint ?? say("list.search")}
                aria-label={searchHint ?? say("list.search")}
              />
            </div>
            <CsvButton path={path} query={query} name={name} />
            {actions}
          </div>
        </DataTable.Toolbar>
        {error !== null && data === undefined ? (
          <Problem error={error} again={() => void refetch()} className="m-6" />
        ) : (
          <>
            <DataTable.Table
              emptyState={{
                empty: { heading: empty.heading, description: empty.description },
                filtered: {
                  heading: say("list.nothingFound"),
                  description: say("list.nothingFoundHint"),
                },
              }}
            />
            {/* On a narrow screen its two halves stand one below the other. */}
            <div className="[&>div]:flex-wrap">
              <DataTable.Pagination
                translations={{
                  of: say("list.of"),
                  results: say(data?.count_capped ? "list.resultsOrMore" : "list.results"),
                  pages: say("list.pages"),
                  prev: say("list.prev"),
                  next: say("list.next"),
                }}
              />
            </div>
          </>
        )}
        {together && (
          <DataTable.CommandBar selectedLabel={(count) => say("list.selected", { count })} />
        )}
      </DataTable>
    </Container>
  )
}

/** A count stops at 10,000, pages do not: there is a next one exactly when there is a cursor for it. */
function rowCount({ count, offset, next_cursor }: AdminListPage, shown: number): number {
  const seen = offset + shown
  return next_cursor === null ? seen : Math.max(count, seen + 1)
}

function open(
  event: { metaKey: boolean; ctrlKey: boolean; button: number },
  href: string,
  navigate: (to: string) => unknown
): void {
  if (event.metaKey || event.ctrlKey || event.button === 1) {
    window.open(`/app${href}`, "_blank", "noreferrer")
    return
  }
  navigate(href)
}
