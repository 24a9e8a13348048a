import { isOffered, openLink } from "../../src/admin/order/open-link"
import type { AdminTransaction } from "../../src/api/admin/payin/transaction-types"

const NOW = Date.now()
const LATER = new Date(NOW + 3_600_000).toISOString()
const EARLIER = new Date(NOW - 1).toISOString()
const KEY = { type: "key", key: "@tienda01", expires_at: LATER } as const

type Link = Pick<
  AdminTransaction,
  | "status"
  | "payment_url"
  | "instructions"
  | "superseded_at"
  | "lapsed_at"
  | "released_at"
  | "expires_at"
>

const LINK: Link = {
  ...{ status: "pending", payment_url: "https://pay.example/1", instructions: null },
  ...{ superseded_at: null, lapsed_at: null, released_at: null, expires_at: LATER },
}

describe("the payment that an order's box calls open", () => {
  it.each<[string, Partial<Link>, boolean]>([
    ["a page", {}, true],
    ["a key without a page", { payment_url: null, instructions: KEY }, true],
    ["an accepted payment of which nothing is known yet", { payment_url: null }, true],
    ["one that was paid", { status: "approved" }, false],
    ["one that was replaced", { payment_url: null, superseded_at: EARLIER }, false],
    ["a key whose time is over", { payment_url: null, expires_at: EARLIER }, false],
  ])("%s: %j", (_title, link, open) => {
    expect(isOffered({ ...LINK, ...link })).toBe(open)
    expect(openLink([{ ...LINK, ...link }]) !== undefined).toBe(open)
  })
})
