export interface Money {
  amount: string
  currency: string
}

/** An amount with its currency, when that is what a fact is. */
export function moneyIn(value: unknown): Money | null {
  if (typeof value !== "object" || value === null) {
    return null
  }
  const { amount, currency } = { amount: null, currency: null, ...value }
  return typeof amount === "string" && typeof currency === "string" ? { amount, currency } : null
}
