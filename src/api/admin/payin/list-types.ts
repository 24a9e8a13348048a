// How every list under /admin/payin pages (docs/decisions/0029-capped-lists.md).

/** Paging of every list. */
export interface AdminListPage {
  /** Rows that the filters match, exact up to 10,000. */
  count: number
  /** Only there when more than 10,000 rows match. */
  count_capped?: true
  limit: number
  /** How many rows came before this page, also when a cursor asked for it. */
  offset: number
  /** Hand it back as `cursor` for the next page; null on the last one. */
  next_cursor: string | null
}
