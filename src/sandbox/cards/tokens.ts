import { randomBytes } from "node:crypto"
import { CARDS, type TestCard } from "./test-cards"

interface Issued {
  card: TestCard
  used: boolean
}

/** What the browser script makes of a card. The number stays here, the token goes to the shop. */
export class Tokens {
  private readonly issued = new Map<string, Issued>()

  issue(card: TestCard): string {
    const token = `tok_${randomBytes(16).toString("hex")}`
    this.issued.set(token, { card, used: false })
    return token
  }

  /** The card behind a token, and whether a subscription has used it; null for an unknown one. */
  look(token: string): Issued | null {
    const fixed = CARDS.find((card) => card.token === token)
    if (fixed) return { card: fixed, used: false }
    return this.issued.get(token) ?? null
  }

  use(token: string): void {
    const issued = this.issued.get(token)
    if (issued) issued.used = true
  }

  reset(): void {
    this.issued.clear()
  }
}
