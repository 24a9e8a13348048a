import type { Text } from "../text/language"

/** Label and description of a payment method for a shopper. */
export interface MethodText {
  label: Text
  description: Text
}

const CARD: MethodText = {
  label: { es: "Tarjeta de crédito o débito", en: "Credit or debit card" },
  description: {
    es: "Paga con tu tarjeta en un formulario seguro. Tu banco puede pedirte un código de confirmación.",
    en: "Pay by card on a secure form. Your bank may ask you for a confirmation code.",
  },
}

const CASH: MethodText = {
  label: { es: "Efectivo", en: "Cash" },
  description: {
    es: "Recibe un comprobante y paga en efectivo en un punto de pago cercano. Tu pedido se confirma cuando recibimos el pago.",
    en: "Get a voucher and pay in cash at a location near you. Your order is confirmed once the payment arrives.",
  },
}

/** How the hosted page behaves per method (docs/service.md#methods). */
export const METHOD_TEXTS: Record<string, MethodText> = {
  ALL_METHODS: {
    label: { es: "Todos los medios de pago", en: "All payment methods" },
    description: {
      es: "Elige cómo pagar en la página de pago segura.",
      en: "Choose how to pay on the secure payment page.",
    },
  },
  PSE: {
    label: { es: "PSE, débito bancario", en: "PSE bank debit" },
    description: {
      es: "Elige tu banco y paga desde tu cuenta de ahorros o corriente.",
      en: "Choose your bank and pay from your savings or checking account.",
    },
  },
  TRANSFIYA: {
    label: { es: "Transfiya", en: "Transfiya" },
    description: {
      es: "Paga al instante desde la aplicación de tu banco con tu número de celular.",
      en: "Pay instantly from your bank's app with your mobile number.",
    },
  },
  EFECTY: {
    label: { es: "Efecty, pago en efectivo", en: "Efecty, pay in cash" },
    description: {
      es: "Recibe un comprobante y paga en efectivo en cualquier punto Efecty. Tu pedido se confirma cuando recibimos el pago.",
      en: "Get a voucher and pay in cash at any Efecty location. Your order is confirmed once the payment arrives.",
    },
  },
  BREB: {
    label: { es: "Bre-B, pago inmediato", en: "Bre-B instant payment" },
    description: {
      es: "Copia la llave y paga al instante desde la aplicación de tu banco o billetera. El enlace dura pocos minutos.",
      en: "Copy the key and pay instantly from your bank or wallet app. The link lasts a few minutes.",
    },
  },
  BANK_TRANSFER: {
    label: { es: "Transferencia bancaria", en: "Bank transfer" },
    description: {
      es: "Elige tu banco y transfiere desde su aplicación o banca por internet.",
      en: "Choose your bank and transfer from its app or online banking.",
    },
  },
  QR: {
    label: { es: "Código QR", en: "QR code" },
    description: {
      es: "Escanea el código con la aplicación de tu banco o billetera y paga al instante.",
      en: "Scan the code with your bank or wallet app and pay instantly.",
    },
  },
  PAGOEFECTIVO: {
    label: { es: "PagoEfectivo", en: "PagoEfectivo" },
    description: {
      es: "Recibe un código y págalo en un agente, bodega o banca por internet. Tu pedido se confirma cuando recibimos el pago.",
      en: "Get a code and pay it at an agent, a shop or through online banking. Your order is confirmed once the payment arrives.",
    },
  },
  SPEI: {
    label: { es: "Transferencia SPEI", en: "SPEI transfer" },
    description: {
      es: "Transfiere desde tu banco con la CLABE que te mostramos.",
      en: "Transfer from your bank to the CLABE shown to you.",
    },
  },
  OXXO: {
    label: { es: "OXXO, pago en efectivo", en: "OXXO, pay in cash" },
    description: {
      es: "Recibe una referencia y paga en efectivo en cualquier tienda OXXO.",
      en: "Get a reference and pay in cash at any OXXO store.",
    },
  },
  CASH_BANK: {
    label: { es: "Efectivo en un banco", en: "Cash at a bank" },
    description: {
      es: "Recibe una referencia y paga en efectivo en la ventanilla de un banco.",
      en: "Get a reference and pay in cash at a bank's counter.",
    },
  },
  CASH_STORE: {
    label: { es: "Efectivo en una tienda", en: "Cash at a store" },
    description: {
      es: "Recibe una referencia y paga en efectivo en una tienda o farmacia cercana.",
      en: "Get a reference and pay in cash at a store or pharmacy near you.",
    },
  },
  CASH_ALL: {
    label: { es: "Efectivo en un banco o una tienda", en: "Cash at a bank or a store" },
    description: {
      es: "Recibe una referencia y paga en efectivo donde te quede cerca.",
      en: "Get a reference and pay in cash wherever it is near you.",
    },
  },
  CARD,
  CASH,
}

/** The texts of a method. A method that only a store's own table knows is offered by its name. */
export function methodText(payment_method: string): MethodText {
  const known = Object.hasOwn(METHOD_TEXTS, payment_method)
    ? METHOD_TEXTS[payment_method]
    : undefined
  return (
    known ?? {
      label: { es: payment_method, en: payment_method },
      description: {
        es: "Paga en la página de pago segura.",
        en: "Pay on the secure payment page.",
      },
    }
  )
}
