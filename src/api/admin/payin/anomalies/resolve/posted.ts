import { z } from "zod"
import { words } from "../../posted-values"
import { isRowId } from "../../row-id"

/** More are decided in parts: each of them is one decision. */
const MOST = 100

const IDS = `must be 1 to ${MOST} ids of anomalies`

export const body = z.strictObject({
  action: z.enum(["released", "declined"], {
    error: "must be released or declined: every other decision is made one by one",
  }),
  note: words,
  ids: z
    .array(z.string({ error: IDS }).refine(isRowId, { error: IDS }), { error: IDS })
    .min(1, { error: IDS })
    .max(MOST, { error: IDS }),
})
