import type { Merchant } from "./settings"
import type { Status, Transaction } from "./transaction"

/** All transactions and wallets, in memory, in order of creation. */
export class Store {
  private readonly byTicket = new Map<string, Transaction>()
  private readonly byReference = new Map<string, Map<string, Transaction>>()
  private readonly wallets = new Map<string, number>()

  add(transaction: Transaction): void {
    this.byTicket.set(transaction.ticket, transaction)
    const merchant = transaction.merchant.merchantId
    let references = this.byReference.get(merchant)
    if (references === undefined) {
      references = new Map()
      this.byReference.set(merchant, references)
    }
    references.set(transaction.reference, transaction)
  }

  ticket(ticket: string): Transaction | null {
    return this.byTicket.get(ticket) ?? null
  }

  hasReference(merchant: Merchant, reference: string): boolean {
    return this.byReference.get(merchant.merchantId)?.has(reference) ?? false
  }

  /** A merchant sees its own transactions only. */
  findFor(merchant: Merchant, ticketOrReference: string): Transaction | null {
    const named = this.byReference.get(merchant.merchantId)?.get(ticketOrReference)
    if (named) return named
    const ticket = this.byTicket.get(ticketOrReference)
    return ticket?.merchant.merchantId === merchant.merchantId ? ticket : null
  }

  /** For the control API, which stands above the merchants. */
  find(ticketOrReference: string): Transaction | null {
    const ticket = this.byTicket.get(ticketOrReference)
    if (ticket) return ticket
    for (const references of this.byReference.values()) {
      const named = references.get(ticketOrReference)
      if (named) return named
    }
    return null
  }

  /** The newest first. */
  newest(limit: number, status?: Status): Transaction[] {
    const all = [...this.byTicket.values()]
    const found: Transaction[] = []
    for (let index = all.length - 1; index >= 0 && found.length < limit; index--) {
      if (status === undefined || all[index].status === status) found.push(all[index])
    }
    return found
  }

  count(): { total: number } & Partial<Record<Status, number>> {
    const counts: { total: number } & Partial<Record<Status, number>> = {
      total: this.byTicket.size,
    }
    for (const { status } of this.byTicket.values()) counts[status] = (counts[status] ?? 0) + 1
    return counts
  }

  /** Wire units of the merchant's currency. */
  wallet(merchant: Merchant): number {
    return this.wallets.get(merchant.merchantId) ?? merchant.wallet
  }

  addToWallet(merchant: Merchant, amount: number): void {
    this.wallets.set(merchant.merchantId, this.wallet(merchant) + amount)
  }

  setWallet(merchant: Merchant, amount: number): void {
    this.wallets.set(merchant.merchantId, amount)
  }

  reset(): void {
    this.byTicket.clear()
    this.byReference.clear()
    this.wallets.clear()
  }
}
