import { MedusaError } from "@medusajs/framework/utils"
import {
  isOfMerchant,
  merchantPrints,
  type MerchantPrints,
} from "../../domain/installation/merchant-print"
import type { PayInOptions } from "../../domain/options/options"
import type { Attempt } from "./rows"

/** The merchants that the options name, by their fingerprints. */
export class Merchants {
  private readonly prints: MerchantPrints

  constructor({ accounts }: Pick<PayInOptions, "accounts">) {
    this.prints = merchantPrints(accounts)
  }

  /** @throws MedusaError for an account that the options lack: nothing is sent of it */
  of(account: string): string {
    const print = this.prints.get(account)
    if (print === undefined) {
      const message = `Account "${account}" is not configured: put it back into option accounts.`
      throw new MedusaError(MedusaError.Types.UNEXPECTED_STATE, message)
    }
    return print
  }

  /** Whether an attempt was sent to the merchant that is asked about it now. */
  isSame(attempt: Attempt): boolean {
    return isOfMerchant(attempt, this.prints)
  }
}
