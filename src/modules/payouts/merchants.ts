import { MedusaError } from "@medusajs/framework/utils"
import { isSameMerchant, merchantPrint } from "../../domain/merchant-print"
import type { PayInOptions } from "../../domain/options"
import type { Attempt } from "./rows"

/** The merchants that the options name, by their fingerprints. */
export class Merchants {
  private readonly prints: ReadonlyMap<string, string>

  constructor({ accounts }: Pick<PayInOptions, "accounts">) {
    this.prints = new Map(accounts.map((account) => [account.id, merchantPrint(account)]))
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

  /**
   * Whether an attempt was sent to the merchant that is asked about it now. Another one does not
   * know it, whatever became of it.
   */
  isSame({ account, sent_to }: Attempt): boolean {
    const print = this.prints.get(account)
    return print === undefined || sent_to === null || isSameMerchant(sent_to, print)
  }
}
