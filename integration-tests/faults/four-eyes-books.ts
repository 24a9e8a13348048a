import { z } from "zod"
import type { World } from "./world"

const keySchema = z.object({ id: z.string(), person: z.string() })
const needSchema = z.object({
  payout_id: z.string(),
  beneficiary_id: z.string().nullable(),
  /** The row says that nobody confirmed what it was copied from. */
  unconfirmed: z.boolean(),
})

/** What the invariants of two persons compare, beside the audit. */
export interface FourEyesBooks {
  /** Secret API keys, and who made each. */
  keys: z.infer<typeof keySchema>[]
  needs: z.infer<typeof needSchema>[]
}

const KEYS = `select id, created_by as person from api_key where type = 'secret' order by created_at`

const NEEDS = `
  select id as payout_id, beneficiary_id,
    beneficiary_version is not null or rule_version is not null as unconfirmed
  from payin_payout order by created_at`

export async function readFourEyesBooks({ pg }: Pick<World, "pg">): Promise<FourEyesBooks> {
  const rows = async <T extends z.ZodType>(item: T, sql: string) => {
    const answer: { rows: unknown[] } = await pg.raw(sql)
    return z.array(item).parse(answer.rows)
  }
  return { keys: await rows(keySchema, KEYS), needs: await rows(needSchema, NEEDS) }
}
