import { cardRequestRow, type CardRequest } from "../../src/modules/subscriptions/card-rows"
import type { Shop } from "./shop"

/** Every request about cards that the plugin kept before it left, the first one first. */
export async function keptCardRequests({ pg }: Pick<Shop, "pg">): Promise<CardRequest[]> {
  const rows: unknown[] = await pg("payin_card_request").orderBy("created_at")
  return rows.map((row) => cardRequestRow.parse(row))
}

/** The `X-Request-ID` of every call about cards that reached the service, in the same order. */
export function sentCardRequests({ sandbox }: Pick<Shop, "sandbox">) {
  return sandbox
    .requests()
    .filter(({ operation }) => operation.startsWith("card_"))
    .map(({ headers }) => headers["x-request-id"])
}
