import type { MedusaRequest } from "@medusajs/framework/http"
import { z } from "zod"
import type { PayInAccount, PayInOptions } from "../../../domain/options/options"
import { accountId, invalid, readQuery, type Read } from "./query-values"

export const query = z.strictObject({ account: accountId.optional() })

/** The account that `?account` names, by default the first one of the options. */
export function askedAccount(req: MedusaRequest, options: PayInOptions): Read<PayInAccount> {
  const read = readQuery(query, req.query)
  if ("refusal" in read) {
    return read
  }
  return findAccount(options, read.value.account)
}

/** The account of this id; the first one when none is named. */
export function findAccount(
  options: PayInOptions,
  id: string | null | undefined
): Read<PayInAccount> {
  const account = options.accounts.find((one) => id == null || one.id === id)
  if (account === undefined) {
    const known = options.accounts.map((one) => one.id).join(", ")
    return {
      refusal: invalid("account", `account "${id}" is not configured: use one of ${known}.`),
    }
  }
  return { value: account }
}
