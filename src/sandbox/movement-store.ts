import type { Merchant } from "./settings"
import type { Movement, Status } from "./transaction"

/** Movements of one kind, in memory, in order of creation. */
export class MovementStore<Kind extends Movement> {
  private readonly byTicket = new Map<string, Kind>()
  private readonly byReference = new Map<string, Map<string, Kind>>()

  /** A second one under the same reference hides the first from whoever looks by reference. */
  add(movement: Kind): void {
    this.byTicket.set(movement.ticket, movement)
    const merchant = movement.merchant.merchantId
    let references = this.byReference.get(merchant)
    if (references === undefined) {
      references = new Map()
      this.byReference.set(merchant, references)
    }
    references.set(movement.reference, movement)
  }

  ticket(ticket: string): Kind | null {
    return this.byTicket.get(ticket) ?? null
  }

  reference(merchant: Merchant, reference: string): Kind | null {
    return this.byReference.get(merchant.merchantId)?.get(reference) ?? null
  }

  /** A merchant sees its own movements only. */
  findFor(merchant: Merchant, ticketOrReference: string): Kind | null {
    const named = this.reference(merchant, ticketOrReference)
    if (named) return named
    const ticket = this.byTicket.get(ticketOrReference)
    return ticket?.merchant.merchantId === merchant.merchantId ? ticket : null
  }

  /** For the control API, which stands above the merchants. */
  find(ticketOrReference: string): Kind | null {
    const ticket = this.byTicket.get(ticketOrReference)
    if (ticket) return ticket
    for (const references of this.byReference.values()) {
      const named = references.get(ticketOrReference)
      if (named) return named
    }
    return null
  }

  one(is: (movement: Kind) => boolean): Kind | null {
    return [...this.byTicket.values()].find(is) ?? null
  }

  /** The newest first. */
  newest(limit: number, filter: { status?: Status; reference?: string } = {}): Kind[] {
    const all = [...this.byTicket.values()]
    const found: Kind[] = []
    for (let index = all.length - 1; index >= 0 && found.length < limit; index--) {
      const { status, reference } = all[index]
      if (filter.status !== undefined && status !== filter.status) continue
      if (filter.reference !== undefined && reference !== filter.reference) continue
      found.push(all[index])
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

  reset(): void {
    this.byTicket.clear()
    this.byReference.clear()
  }
}
