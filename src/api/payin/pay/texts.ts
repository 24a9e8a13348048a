import type { PersonType } from "../../../domain/method/direct"
import type { PayAgainField } from "../../../domain/session/pay-again"
import type { Language, Text } from "../../../domain/text/language"
import { PERSON_FIELD_TEXTS, PHONE_CODE_LABEL, type FieldText } from "../page/person"

/** Texts for a field: one for an empty field, one for a wrong value. */
export const FIELD_TEXTS: Record<PayAgainField, FieldText> = {
  payment_method: {
    missing: { es: "Elige cómo quieres pagar.", en: "Choose how you want to pay." },
    wrong: {
      es: "Este medio no está disponible: elige otro.",
      en: "This method is not available: choose another one.",
    },
  },
  bank: {
    missing: { es: "Elige tu banco.", en: "Choose your bank." },
    wrong: { es: "Elige un banco de la lista.", en: "Choose a bank of the list." },
  },
  person_type: {
    missing: { es: "Elige el tipo de persona.", en: "Choose the type of person." },
    wrong: { es: "Elige uno de estos tipos.", en: "Choose one of these types." },
  },
  full_name: {
    missing: { es: "Escribe el nombre de quien paga.", en: "Write the name of who pays." },
    wrong: {
      es: "Escribe el nombre como aparece en el documento.",
      en: "Write the name as it is on the document.",
    },
  },
  legal_doc_type: PERSON_FIELD_TEXTS.legal_doc_type,
  legal_doc: {
    missing: { es: "Escribe el número de documento.", en: "Write the document number." },
    wrong: {
      es: "Revisa el número: de 3 a 20 letras, números o guiones; con CC y NIT solo números.",
      en: "Check the number: 3 to 20 letters, digits or hyphens; with CC and NIT digits only.",
    },
  },
  phone_code: PERSON_FIELD_TEXTS.phone_code,
  phone_number: PERSON_FIELD_TEXTS.phone_number,
  email: PERSON_FIELD_TEXTS.email,
}

export const PERSON_TYPE_LABELS: Record<PersonType, Text> = {
  NATURAL: { es: "Persona natural", en: "Person" },
  JURIDICA: { es: "Empresa", en: "Company" },
}

/** Why PSE cannot be chosen. */
export const NO_BANKS: Text = {
  es: "PSE no informa sus bancos en este momento.",
  en: "PSE does not tell its banks right now.",
}

export const FIELD_LABELS: Record<Exclude<PayAgainField, "payment_method">, Text> = {
  bank: { es: "Banco", en: "Bank" },
  person_type: { es: "Tipo de persona", en: "Type of person" },
  full_name: { es: "Nombre completo", en: "Full name" },
  legal_doc_type: { es: "Tipo de documento", en: "Document type" },
  legal_doc: { es: "Número de documento", en: "Document number" },
  phone_code: PHONE_CODE_LABEL,
  phone_number: { es: "Número de celular", en: "Mobile number" },
  email: { es: "Correo electrónico", en: "E-mail" },
}

const WORDS = {
  toPay: { es: "Por pagar", en: "To pay" },
  pay: { es: "Pagar", en: "Pay" },
  asks: { es: "te pide este pago", en: "asks you for this payment" },
  order: { es: "Pedido", en: "Order" },
  method: { es: "¿Cómo quieres pagar?", en: "How do you want to pay?" },
  payer: { es: "¿Quién paga?", en: "Who pays?" },
  payerIs: { es: "A nombre de", en: "As" },
  other: { es: "Otra persona", en: "Somebody else" },
  person: { es: "Datos de quien paga", en: "Details of who pays" },
  personHint: {
    es: "El medio de pago los exige. Van al servicio de pagos y a la tienda.",
    en: "The payment method asks for them. They go to the payment service and to the store.",
  },
  choose: { es: "Elige…", en: "Choose…" },
  safe: {
    es: "Pagas en la página del servicio de pagos. Aquí nunca te pedimos claves ni números de tarjeta.",
    en: "You pay on the page of the payment service. We never ask for passwords or card numbers here.",
  },
  problems: { es: "Falta algo por revisar", en: "Something needs a check" },
  error: { es: "Error", en: "Error" },
  waiting: { es: "Ya empezaste a pagar con", en: "You began to pay with" },
  waitingLine: {
    es: "Si ya pagaste, espera la confirmación. Si no, sigue aquí o elige otro medio abajo.",
    en: "If you have paid, wait for the confirmation. If not, go on here or choose another method below.",
  },
  waitingNowhere: {
    es: "El servicio de pagos todavía no respondió. Vuelve a cargar esta página en un momento o elige otro medio abajo.",
    en: "The payment service has not answered yet. Load this page again in a moment, or choose another method below.",
  },
  payToKey: {
    es: "Paga a esta llave desde la aplicación de tu banco:",
    en: "Pay to this key in your bank's app:",
  },
  exactly: { es: "Paga exactamente", en: "Pay exactly" },
  keyEnds: {
    es: "La llave sirve pocos minutos. Si vence, elige de nuevo abajo.",
    en: "The key is good for some minutes. If it ends, choose again below.",
  },
  goOn: { es: "Seguir con este pago", en: "Go on with this payment" },
  reload: { es: "Volver a cargar", en: "Load again" },
  ended: { es: "El pago anterior no llegó", en: "The last payment did not come" },
  changed: { es: "El valor cambió", en: "The amount changed" },
  changedLine: {
    es: "El pedido cambió mientras esta página estaba abierta. Revisa el valor y paga de nuevo.",
    en: "The order changed while this page was open. Check the amount and pay again.",
  },
  busy: { es: "Danos un momento", en: "Give us a moment" },
  busyLine: {
    es: "Otro pago de este pedido está empezando. Intenta de nuevo en un momento.",
    en: "Another payment of this order is being started. Try again in a moment.",
  },
  too_many: { es: "Ya hay muchos pagos empezados", en: "Many payments have been started" },
  too_manyLine: {
    es: "Sigue con el último que empezaste o intenta más tarde.",
    en: "Go on with the last one that you began, or try again later.",
  },
  refused: { es: "El pago no se pudo iniciar", en: "The payment could not be started" },
  refusedLine: {
    es: "No se cobró nada. Revisa los datos o elige otro medio de pago.",
    en: "Nothing was charged. Check the details or choose another payment method.",
  },
  failed: { es: "El pago no se pudo iniciar", en: "The payment could not be started" },
  failedLine: {
    es: "No se cobró nada. Intenta de nuevo en un momento.",
    en: "Nothing was charged. Try again in a moment.",
  },
  nothing_owed: { es: "No hay nada por pagar", en: "There is nothing to pay" },
  nothing_owedLine: {
    es: "Este pedido no debe nada. No tienes que hacer nada más.",
    en: "This order owes nothing. There is nothing else to do.",
  },
  order_canceled: { es: "El pedido se canceló", en: "The order was canceled" },
  order_canceledLine: {
    es: "Ya no se puede pagar. Si aún lo quieres, escríbele a la tienda.",
    en: "It can no longer be paid. If you still want it, write to the store.",
  },
  arriving: { es: "Recibimos un pago", en: "A payment arrived" },
  arrivingLine: {
    es: "Lo estamos confirmando: no pagues de nuevo. Vuelve a cargar esta página en un momento.",
    en: "It is being confirmed: do not pay again. Load this page again in a moment.",
  },
  elsewhere: { es: "Este pedido no se puede pagar aquí", en: "This order cannot be paid here" },
  elsewhereLine: {
    es: "Escríbele a la tienda y pregúntale cómo pagarlo.",
    en: "Write to the store and ask how to pay it.",
  },
  unknown: { es: "Este enlace ya no sirve", en: "This link no longer works" },
  unknownLine: {
    es: "Revisa que lo copiaste entero o pídele uno nuevo a la tienda.",
    en: "Check that you copied all of it, or ask the store for a new one.",
  },
  unread: { es: "Danos un momento", en: "Give us a moment" },
  unreadLine: {
    es: "No pudimos abrir el pago ahora. No se cobró nada: intenta de nuevo en un minuto.",
    en: "We could not open the payment right now. Nothing was charged: try again in a minute.",
  },
} as const satisfies Record<string, Text>

export type Word = keyof typeof WORDS

export function word(name: Word, language: Language): string {
  return WORDS[name][language]
}
