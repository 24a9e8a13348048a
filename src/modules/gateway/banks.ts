import { z } from "zod"
import type { PayInOptions } from "../../domain/options/options"
import type { PseBank } from "../../domain/method/pse"
import { hasCode, looseText, successData } from "./answers"
import type { Answer } from "./answers"
import { isServiceAddress } from "./page-address"
import { UnclearError } from "./errors"
import type { CallFacts } from "./errors"
import type { Sender } from "./sender"

export interface BankCalls {
  /**
   * Reads the banks of PSE (docs/service.md#banks-of-pse), possibly none. It has no cache.
   * @throws RefusedError the service does not answer this merchant
   * @throws UnclearError and its siblings: cannot tell, ask again later
   */
  list(account: string): Promise<PseBank[]>
}

export function bankCalls(
  options: Pick<PayInOptions, "paths">,
  senderOf: (account: string) => Sender
): BankCalls {
  return {
    async list(account) {
      return senderOf(account).send({
        operation: "pse.banks",
        correlation: account,
        method: "GET",
        path: options.paths.pseBanks,
        read: readBanks,
      })
    },
  }
}

/** A code is a text and stays one: a number would lose its zeros. */
const bank = z.looseObject({
  code: z.string().trim().min(1).max(64),
  name: looseText,
  image: looseText,
})
const rows = z.object({ data: z.array(z.unknown()) })

/** More than any country has; the rest of an endless list is left out. */
const MOST_BANKS = 500

function readBanks(answer: Answer, facts: CallFacts): PseBank[] {
  successData(answer, facts)
  // Read here, because the envelope knows objects only.
  const listed = rows.safeParse(answer.body)
  if (!listed.success || !hasCode(answer)) {
    throw new UnclearError("malformed", facts, "the service said success but sent no list of banks")
  }
  const found = new Map<string, PseBank>()
  for (const row of listed.data.data.slice(0, MOST_BANKS)) {
    const read = bank.safeParse(row)
    if (read.success && read.data.name !== null && !found.has(read.data.code)) {
      const { code, name, image } = read.data
      found.set(code, { code, name, image: pictureAt(image) })
    }
  }
  return [...found.values()]
}

/** A picture on a page that is https, too; plain http only on this machine, for the sandbox. */
function pictureAt(address: string | null): string | null {
  return address !== null && isServiceAddress(address) ? address : null
}
