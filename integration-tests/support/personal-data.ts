import data from "./personal-data.json"

/**
 * The shoppers, accounts and secrets of every test: invented, and found nowhere else. After the
 * integration tests the whole log is searched for them (log-search.mjs), so a spec that needs a
 * document, a telephone, a name, an e-mail or a secret takes it from here. Every e-mail of a
 * shopper has the domain `canary-shopper.example`; `shopperEmail` makes more of them.
 */
export const CANARY = data

const EMAIL_DOMAIN = "canary-shopper.example"

/** An e-mail of a shopper. The sandbox lets `approved...` pay and every other be rejected. */
export function shopperEmail(localPart: string): string {
  return `${localPart}@${EMAIL_DOMAIN}`
}
