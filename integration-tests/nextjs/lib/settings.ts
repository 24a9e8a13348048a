function needed(name: string): string {
  const value = process.env[name]
  if (value === undefined) throw new Error(`${name} is missing`)
  return value
}

/** What the shop is told when it starts (integration-tests/browser/nextjs.mjs). */
export function settings() {
  return {
    baseUrl: needed("SHOP_MEDUSA_URL"),
    publishableKey: needed("SHOP_PUBLISHABLE_KEY"),
    cardScript: needed("SHOP_CARD_SCRIPT"),
  }
}
