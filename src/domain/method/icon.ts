/** Drawings for ways to pay. They show what is done, and no brand. */
export const METHOD_ICONS = [
  "bank",
  "card",
  "cash",
  "code",
  "instant",
  "phone",
  "transfer",
  "voucher",
  "wallet",
] as const

export type MethodIcon = (typeof METHOD_ICONS)[number]

const ICONS: Record<string, MethodIcon> = {
  PSE: "bank",
  BANK_TRANSFER: "transfer",
  SPEI: "transfer",
  TRANSFIYA: "phone",
  BREB: "instant",
  QR: "code",
  CARD: "card",
  EFECTY: "cash",
  CASH: "cash",
  CASH_BANK: "cash",
  CASH_STORE: "cash",
  CASH_ALL: "cash",
  OXXO: "cash",
  PAGOEFECTIVO: "voucher",
}

/** The drawing of a method. A method that only a store's own table knows gets the one of all methods. */
export function methodIcon(payment_method: string): MethodIcon {
  return (Object.hasOwn(ICONS, payment_method) ? ICONS[payment_method] : undefined) ?? "wallet"
}

/** Where its drawing is, below the address of the backend. */
export function iconPath(payment_method: string): string {
  return `/payin/icons/${methodIcon(payment_method)}.svg`
}
