import { z } from "zod"
import type { KeyAnswer } from "../../domain/payout/key-holder"
import type { PayInOptions } from "../../domain/options/options"
import { looseText, saysNothing, successData } from "./answers"
import type { Answer } from "./answers"
import { UnclearError } from "./errors"
import type { CallFacts } from "./errors"
import type { Sender } from "./sender"

export interface KeyCalls {
  /**
   * Asks who holds a Bre-B key (docs/service.md#bre-b-keys). Nothing is kept: ask again before each
   * payout.
   * @param correlation the payout, to log the call under: the key is personal data
   * @throws RefusedError the service does not answer this merchant
   * @throws UnclearError and its siblings: cannot tell, also an answer in another shape
   */
  resolve(account: string, key: string, correlation: string): Promise<NonNullable<KeyAnswer>>
}

export function keyCalls(
  options: Pick<PayInOptions, "paths">,
  senderOf: (account: string) => Sender
): KeyCalls {
  return {
    async resolve(account, key, correlation) {
      return senderOf(account).send({
        operation: "breb.resolve",
        correlation,
        method: "GET",
        path: options.paths.brebResolve.replace("{key}", () => encodedKey(key)),
        read: readHolder,
      })
    },
  }
}

/** The sample of the service writes the `@` of a key as it is. */
function encodedKey(key: string): string {
  return encodeURIComponent(key).replaceAll("%40", "@")
}

const resolved = z.looseObject({
  success: z.boolean(),
  data: z.looseObject({
    key_status: z.string(),
    customer_data: z
      .looseObject({
        full_name: looseText,
        legal_doc_type: looseText,
        legal_doc: looseText,
        bank: looseText,
      })
      .nullish(),
  }),
})

const NO_HOLDER = "the answer does not say who holds the key"

/** This answer has no envelope: it says `success`, and no `code` (docs/service.md#bre-b-keys). */
function readHolder(answer: Answer, facts: CallFacts): NonNullable<KeyAnswer> {
  const { httpStatus, body } = answer
  if (httpStatus === 404 && body !== null) return { status: "not_found" }
  const nothing = saysNothing(answer)
  if (nothing !== null) throw new UnclearError(nothing.reason, facts, nothing.detail)
  // Says which refusal it is, such as one of the credentials.
  if (httpStatus >= 300) successData(answer, facts)
  const read = resolved.safeParse(body)
  if (!read.success || httpStatus >= 300) throw new UnclearError("malformed", facts, NO_HOLDER)
  const { success, data } = read.data
  if (success && data.key_status !== "ACTIVE") return { status: "not_found" }
  const person = data.customer_data ?? null
  if (!success || person === null || person.full_name === null) {
    throw new UnclearError("malformed", facts, NO_HOLDER)
  }
  const { full_name, legal_doc, legal_doc_type, bank } = person
  return {
    status: "active",
    holder: { full_name, legal_doc: legal_doc ?? "", legal_doc_type, bank },
  }
}
