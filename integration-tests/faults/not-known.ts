import { z } from "zod"
import type { Books } from "./books"
import type { Violation } from "./invariants"
import type { World } from "./world"

/** How often the store counted "not known" of a reference, and how often the service itself said so. */
export interface NotKnownRecord {
  reference: string
  counted: number
  said: number
}

/** Only the service can say that it does not know something: no page of a proxy, and nothing torn. */
export function notKnownViolations({ notKnown }: Pick<Books, "notKnown">): Violation[] {
  return notKnown
    .filter(({ counted, said }) => counted > said)
    .map(({ reference, counted, said }) => ({
      invariant: "only the service says that it does not know",
      subject: reference,
      detail: `counted ${counted} times, said ${said} times`,
    }))
}

const countedRows = z.array(z.object({ reference: z.string(), counted: z.number() }))
const ownAnswer = z.object({ code: z.string() })

export async function readNotKnown({ pg, sandbox }: World): Promise<NotKnownRecord[]> {
  const answer: { rows: unknown[] } = await pg.raw(
    "select reference, count(*)::int as counted from faults.not_known group by 1 order by 1"
  )
  const said = new Map<string, number>()
  for (const { reference, status, answer } of sandbox.requests({ operation: "lookup" })) {
    if (reference !== null && status === 404 && ownAnswer.safeParse(answer).success) {
      // Asked by ticket or by reference.
      const found = sandbox.transaction(reference) ?? sandbox.payout(reference)
      const name = found?.reference ?? reference
      said.set(name, (said.get(name) ?? 0) + 1)
    }
  }
  return countedRows.parse(answer.rows).map((row) => ({
    ...row,
    said: said.get(row.reference) ?? 0,
  }))
}
