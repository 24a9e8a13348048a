import type { DataTableFilteringState } from "@medusajs/ui"
import { useCallback, useMemo } from "react"
import { useLocation, useNavigate, useSearchParams } from "react-router-dom"
import type { Query } from "../answer/use-answer"

/** Rows of a page. */
export const PAGE_SIZE = 20

export interface ListState {
  search: string
  filtering: DataTableFilteringState
  /** Cursors of the pages that were walked through, the last one of the page that is shown. */
  cursors: readonly string[]
  /** What the list is asked for, without the page. */
  query: Query
  onSearch: (q: string) => void
  onFilter: (filtering: DataTableFilteringState) => void
  onCursors: (cursors: readonly string[]) => void
}

/**
 * Where a list stands. Search and filters are in the address, so that they can be sent to a colleague; the
 * page is kept by the browser's history, so that "back" returns to it. A changed search begins anew.
 *
 * @param filters names of the list's filters, as its route takes them
 */
export function useListState(filters: readonly string[]): ListState {
  const [params, setParams] = useSearchParams()
  const location = useLocation()
  const navigate = useNavigate()
  const search = params.get("q") ?? ""
  const names = filters.join()
  const filtering = useMemo(
    () => readFilters(params, names === "" ? [] : names.split(",")),
    [params, names]
  )
  const query = useMemo(
    () => ({ ...filtering, ...(search !== "" && { q: search }) }),
    [filtering, search]
  )
  const onSearch = useCallback(
    (q: string) => {
      setParams((now) => withParam(now, "q", q === "" ? undefined : q), { replace: true })
    },
    [setParams]
  )
  const onFilter = useCallback(
    (state: DataTableFilteringState) => {
      setParams((now) =>
        names.split(",").reduce((next, name) => withParam(next, name, written(state[name])), now)
      )
    },
    [setParams, names]
  )
  const onCursors = useCallback(
    (cursors: readonly string[]) => {
      // Straight after the table's own change of the address there is nothing to add to history.
      void navigate({ search: location.search }, { state: { cursors } })
    },
    [navigate, location.search]
  )
  return {
    search,
    filtering,
    cursors: readCursors(location.state),
    query,
    onSearch,
    onFilter,
    onCursors,
  }
}

function readFilters(params: URLSearchParams, names: readonly string[]): DataTableFilteringState {
  return Object.fromEntries(
    names.flatMap((name) => {
      const text = params.get(name)
      return text === null ? [] : [[name, readValue(text)]]
    })
  )
}

/** Also what a person wrote into the address by hand: `status=pending`. */
function readValue(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function written(value: unknown): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value)
}

function withParam(
  params: URLSearchParams,
  name: string,
  value: string | undefined
): URLSearchParams {
  const next = new URLSearchParams(params)
  if (value === undefined) {
    next.delete(name)
  } else {
    next.set(name, value)
  }
  return next
}

function readCursors(state: unknown): readonly string[] {
  if (typeof state !== "object" || state === null || !("cursors" in state)) {
    return []
  }
  const { cursors } = state
  return Array.isArray(cursors) ? cursors.filter((one) => typeof one === "string") : []
}
