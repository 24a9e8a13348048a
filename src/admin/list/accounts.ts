import type { DataTableFilter } from "@medusajs/ui"
import type { AdminAccountStatus, AdminStatusAnswer } from "../../api/admin/payin/status-types"
import { payin, useAnswer } from "../answer/use-answer"
import type { Say } from "../text/use-texts"

/** The accounts of the store; empty until they are known. They change with a restart only. */
export function useAccounts(): readonly AdminAccountStatus[] {
  return useAnswer<AdminStatusAnswer>(payin("status"), { fresh: 60_000 }).data?.accounts ?? []
}

/** A filter by account; a store with one account needs none. */
export function accountFilter(
  say: Say,
  accounts: readonly Pick<AdminAccountStatus, "id" | "currency">[]
): DataTableFilter[] {
  if (accounts.length < 2) {
    return []
  }
  const options = accounts.map(({ id, currency }) => ({ label: `${id} · ${currency}`, value: id }))
  return [{ type: "radio", id: "account", label: say("list.account"), options }]
}
