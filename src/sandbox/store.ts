import type { Merchant } from "./settings"
import { MovementStore } from "./movement-store"
import type { Movement, Payout, Transaction } from "./transaction"

/** All that the sandbox keeps: pay-ins, payouts and wallets. */
export class Store extends MovementStore<Transaction> {
  readonly payouts = new MovementStore<Payout>()
  private readonly wallets = new Map<string, number>()

  /**
   * The lookup takes either kind (docs/service.md#lookup), so a reference names one of them only.
   */
  movementFor(merchant: Merchant, ticketOrReference: string): Transaction | Payout | null {
    return (
      this.findFor(merchant, ticketOrReference) ?? this.payouts.findFor(merchant, ticketOrReference)
    )
  }

  referenceTaken(merchant: Merchant, reference: string): boolean {
    return (
      this.reference(merchant, reference) !== null ||
      this.payouts.reference(merchant, reference) !== null
    )
  }

  /** The payout whose account is named in the form of this address. */
  payoutOfForm(token: string): Payout | null {
    return this.payouts.one(({ form }) => form?.token === token)
  }

  movement(ticketOrReference: string): Transaction | Payout | null {
    return this.find(ticketOrReference) ?? this.payouts.find(ticketOrReference)
  }

  /** Wire units. A merchant of several countries has one wallet for each currency. */
  wallet(merchant: Merchant, currency: string = merchant.currency): number {
    const opening = currency === merchant.currency ? merchant.wallet : 0
    return this.wallets.get(walletOf(merchant, currency)) ?? opening
  }

  addToWallet(merchant: Merchant, amount: number, currency: string = merchant.currency): void {
    this.setWallet(merchant, this.wallet(merchant, currency) + amount, currency)
  }

  setWallet(merchant: Merchant, amount: number, currency: string = merchant.currency): void {
    this.wallets.set(walletOf(merchant, currency), amount)
  }

  override reset(): void {
    super.reset()
    this.payouts.reset()
    this.wallets.clear()
  }
}

/** Of what really moved, where that differs from what was asked. */
export function currencyOf({ paid_currency, currency }: Movement): string {
  return paid_currency ?? currency
}

/** Wire units of what really moved, where that differs from what was asked. */
export function amountOf({ paid_amount, amount }: Movement): number {
  return paid_amount ?? amount
}

function walletOf(merchant: Merchant, currency: string): string {
  return `${merchant.merchantId} ${currency}`
}
