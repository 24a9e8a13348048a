import type { Method } from "../catalog"
import type { IconName } from "./icons"
import type { Language } from "./language"

interface MethodName {
  icon: IconName
  name: Record<Language, string>
  line: Record<Language, string>
}

/** How a method is called on the pages; brand names stay as they are. */
export const METHOD_NAMES: Record<Method, MethodName> = {
  ALL_METHODS: {
    icon: "grid",
    name: { es: "Todos los medios", en: "All methods" },
    line: { es: "Elija en la página de pago", en: "Choose on the payment page" },
  },
  PSE: {
    icon: "bank",
    name: { es: "PSE", en: "PSE" },
    line: { es: "Débito desde su banco", en: "Debit from your bank" },
  },
  TRANSFIYA: {
    icon: "phone",
    name: { es: "Transfiya", en: "Transfiya" },
    line: { es: "Con su número de celular", en: "With your mobile number" },
  },
  EFECTY: {
    icon: "coins",
    name: { es: "Efecty", en: "Efecty" },
    line: { es: "Efectivo en un punto de pago", en: "Cash at a payment point" },
  },
  CASH: {
    icon: "coins",
    name: { es: "Efectivo", en: "Cash" },
    line: { es: "Efectivo en un punto aliado", en: "Cash at a partner shop" },
  },
  CARD: {
    icon: "card",
    name: { es: "Tarjeta", en: "Card" },
    line: { es: "Crédito o débito", en: "Credit or debit" },
  },
  BREB: {
    icon: "key",
    name: { es: "Bre-B", en: "Bre-B" },
    line: { es: "Transferencia inmediata a una llave", en: "Instant transfer to a key" },
  },
  BANK_TRANSFER: {
    icon: "bank",
    name: { es: "Transferencia bancaria", en: "Bank transfer" },
    line: { es: "Desde su banco o billetera", en: "From your bank or wallet" },
  },
  QR: {
    icon: "qr",
    name: { es: "Código QR", en: "QR code" },
    line: { es: "Con su billetera o banca móvil", en: "With your wallet or banking app" },
  },
  PAGOEFECTIVO: {
    icon: "ticket",
    name: { es: "PagoEfectivo", en: "PagoEfectivo" },
    line: { es: "Código CIP, banca o agente", en: "CIP code, bank or agent" },
  },
  SPEI: {
    icon: "bank",
    name: { es: "SPEI", en: "SPEI" },
    line: { es: "Transferencia a una CLABE", en: "Transfer to a CLABE number" },
  },
  OXXO: {
    icon: "coins",
    name: { es: "OXXO", en: "OXXO" },
    line: { es: "Efectivo en una tienda", en: "Cash at the shop" },
  },
  CASH_BANK: {
    icon: "coins",
    name: { es: "Efectivo en un banco", en: "Cash at a bank" },
    line: { es: "En la ventanilla de un banco", en: "At a bank's counter" },
  },
  CASH_STORE: {
    icon: "coins",
    name: { es: "Efectivo en una tienda", en: "Cash at a store" },
    line: { es: "En una tienda o farmacia", en: "At a store or pharmacy" },
  },
  CASH_ALL: {
    icon: "coins",
    name: { es: "Efectivo", en: "Cash" },
    line: { es: "En un banco o una tienda", en: "At a bank or a store" },
  },
}
