import type { PayoutActor } from "./payout-state"

/** Who acts. `type` as Medusa names it: `user`, `api-key`; ours: `shopper`, `system`, `service`. */
export interface Actor {
  role: PayoutActor
  type: string
  id: string | null
}

export const SYSTEM: Actor = { role: "system", type: "system", id: null }
export const SERVICE: Actor = { role: "service", type: "service", id: null }
export const SHOPPER: Actor = { role: "shopper", type: "shopper", id: null }

/** An operator in the admin. */
export function operator(type: string, id: string): Actor {
  return { role: "operator", type, id }
}
