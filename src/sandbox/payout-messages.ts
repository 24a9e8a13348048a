/**
 * The bank's texts for a payout (`top_response_message`), one for each kind of
 * docs/service.md#bank-messages.
 */
export const BANK_MESSAGES = {
  successful: "Transferencia exitosa",
  account_blocked: "Cuenta inactiva o bloqueada",
  holder_mismatch: "La cuenta o el NIT no coinciden",
  account_unknown: "El número de cuenta no existe",
  account_not_valid: "Número de cuenta no válido",
  account_not_authorized: "Cuenta no autorizada",
  tax_id_not_valid: "NIT no válido",
  product_unknown: "El producto de destino no existe",
  balance_cap_exceeded: "La cuenta de destino supera el tope de saldo",
} as const

export const REJECTIONS = [
  "account_blocked",
  "holder_mismatch",
  "account_unknown",
  "account_not_valid",
  "account_not_authorized",
  "tax_id_not_valid",
  "product_unknown",
  "balance_cap_exceeded",
] as const

/** Why the bank did not take a payout. */
export type Rejection = (typeof REJECTIONS)[number]
