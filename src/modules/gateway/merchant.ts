import { z } from "zod"
import type { MajorAmount } from "../../domain/money/amount"
import type { PayInOptions } from "../../domain/options/options"
import { looseAmount, looseText, readAmount, successData } from "./answers"
import type { Answer } from "./answers"
import { UnclearError } from "./errors"
import type { CallFacts } from "./errors"
import type { Sender } from "./sender"

/** See docs/service.md#merchant-profile. Absent is null. */
export interface MerchantProfile {
  name: string | null
  nit: string | null
  email: string | null
  /** Upper case. */
  currency: string | null
  /** Major units (option `amounts.wallet`); null when absent or not convertible. */
  wallet: MajorAmount | null
}

const profile = z.looseObject({
  name: looseText,
  nit: looseText,
  email: looseText,
  currency: looseText,
  wallet: looseAmount,
})

export interface MerchantCalls {
  /**
   * Reads the merchant's profile and balance (docs/service.md#merchant-profile). It is also the
   * test of an account's credentials.
   * @throws RefusedError the service does not accept these credentials or this merchant
   * @throws UnclearError and its siblings: cannot tell, ask again later
   */
  profile(account: string): Promise<MerchantProfile>
}

export function merchantCalls(
  options: PayInOptions,
  senderOf: (account: string) => Sender
): MerchantCalls {
  return {
    async profile(account) {
      return senderOf(account).send({
        operation: "merchant.profile",
        correlation: account,
        method: "GET",
        path: options.paths.merchant,
        read: (answer, facts) => readProfile(answer, facts, options),
      })
    },
  }
}

function readProfile(answer: Answer, facts: CallFacts, options: PayInOptions): MerchantProfile {
  const data = successData(answer, facts)
  if (data === null) {
    throw new UnclearError("malformed", facts, "the service said success but sent no profile")
  }
  const { name, nit, email, currency, wallet } = profile.parse(data)
  const code = currency?.toUpperCase() ?? null
  return {
    name,
    nit,
    email,
    currency: code,
    wallet: readAmount(wallet, code, options.amounts.wallet, options.decimals),
  }
}
