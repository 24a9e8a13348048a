import { z } from "zod"
import type { World } from "./world"

/** A lookup that the service answered "approved": when, in milliseconds since 1970 of its clock. */
export interface Look {
  reference: string
  at: number
}

const approved = z.object({ data: z.object({ status: z.literal("APPROVED") }) })
/** Faults after which the answer reaches the store as it is. */
const HARMLESS: readonly (string | null)[] = [null, "slow"]

/** Every look at a pay-in or a payout that found it approved, the oldest first. */
export function readLooks({ sandbox }: Pick<World, "sandbox">): Look[] {
  return sandbox
    .requests({ operation: "lookup" })
    .filter(({ fault, answer }) => HARMLESS.includes(fault) && approved.safeParse(answer).success)
    .flatMap(({ reference, received_at }) =>
      reference === null ? [] : [{ reference, at: Date.parse(received_at) }]
    )
}
