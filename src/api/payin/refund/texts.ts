import type { Language, Text } from "../../../domain/text/language"
import { PERSON_FIELD_TEXTS, type FieldText } from "../page/person"
import type { RefundFieldName } from "./view"

/** Other names of the account for a shopper: the form asks for the person's mobile number too. */
export const ACCOUNT_LABELS: Partial<Record<string, Text>> = {
  TRANSFIYA: {
    es: "Celular registrado en Transfiya",
    en: "Mobile number registered in Transfiya",
  },
}

/** Hints for the account's field, for a shopper. */
export const ACCOUNT_HINTS: Partial<Record<string, Text>> = {
  BANK_TRANSFER: {
    es: "Solo el número, sin puntos ni espacios.",
    en: "Just the number, without dots or spaces.",
  },
  SPEI: {
    es: "Los 18 dígitos, sin espacios.",
    en: "The 18 digits, without spaces.",
  },
  TRANSFIYA: {
    es: "Solo números.",
    en: "Digits only.",
  },
  SERVICE: {
    es: "Como aparece en tu billetera.",
    en: "As your wallet shows it.",
  },
  BREB: {
    es: "Tu llave: celular, documento, correo o @alias.",
    en: "Your key: mobile number, document, e-mail or @alias.",
  },
}

/** Texts for a field: one for an empty field, one for a wrong value. */
export const FIELD_TEXTS: Record<RefundFieldName, FieldText> = {
  payment_method: {
    missing: { es: "Elige cómo recibir el dinero.", en: "Choose how to receive the money." },
    wrong: { es: "Elige una de estas formas.", en: "Choose one of these ways." },
  },
  bank: {
    missing: { es: "Escribe el nombre de tu banco.", en: "Write the name of your bank." },
    wrong: {
      es: "Escribe el nombre del banco, solo con letras y números.",
      en: "Write the name of the bank, letters and digits only.",
    },
  },
  account_type: {
    missing: { es: "Elige el tipo de cuenta.", en: "Choose the account type." },
    wrong: { es: "Elige uno de estos tipos de cuenta.", en: "Choose one of these account types." },
  },
  account_number: {
    missing: { es: "Escribe la cuenta.", en: "Write the account." },
    wrong: {
      es: "Revisa la cuenta: no tiene la forma esperada.",
      en: "Check the account: it does not look right.",
    },
  },
  full_name: {
    missing: { es: "Escribe el nombre del titular.", en: "Write the account holder's name." },
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

const WORDS = {
  refund: { es: "Reembolso de", en: "Refund of" },
  order: { es: "Pedido", en: "Order" },
  person: { es: "Para", en: "For" },
  asks: { es: "te envía un reembolso", en: "is sending you a refund" },
  intro: {
    es: "¿A qué cuenta te enviamos el dinero?",
    en: "Which account should we send the money to?",
  },
  once: {
    es: "Solo puedes enviar los datos una vez: revísalos bien.",
    en: "You can send the details only once: check them well.",
  },
  method: { es: "¿Cómo quieres recibirlo?", en: "How would you like to receive it?" },
  bank: { es: "Banco o billetera", en: "Bank or wallet" },
  bankHint: { es: "Por ejemplo", en: "For example" },
  accountType: { es: "Tipo de cuenta", en: "Account type" },
  holder: { es: "Titular de la cuenta", en: "Account holder" },
  holderHint: {
    es: "Deben ser los datos con los que abriste la cuenta: si no coinciden, el banco puede rechazar el envío.",
    en: "They must be the details the account was opened with: if they do not match, the bank may reject the payment.",
  },
  own: { es: "Usa una cuenta a nombre de", en: "Use an account in the name of" },
  ownWhy: {
    es: "si el titular no coincide, el banco puede rechazar el envío.",
    en: "if the holder does not match, the bank may reject the payment.",
  },
  choose: { es: "Elige…", en: "Choose…" },
  submit: { es: "Recibir", en: "Receive" },
  safe: {
    es: "Guardamos tus datos cifrados. Nunca te pedimos claves, códigos ni números de tarjeta.",
    en: "We keep your details encrypted. We never ask for passwords, codes or card numbers.",
  },
  problems: { es: "Falta algo por revisar", en: "Something needs a check" },
  error: { es: "Error", en: "Error" },
  again: {
    es: "No pudimos guardar tus datos",
    en: "We could not save your details",
  },
  againLine: {
    es: "Intenta de nuevo en un momento. Enviarlos otra vez no repite el reembolso.",
    en: "Try again in a moment. Sending them again does not repeat the refund.",
  },
  thanks: { es: "¡Listo! Ya tenemos tus datos", en: "Done! We have your details" },
  thanksLine: {
    es: "Te enviaremos el dinero a esta cuenta.",
    en: "We will send the money to this account.",
  },
  thanksNext: {
    es: "No tienes que hacer nada más. Si el banco no acepta la cuenta, la tienda te pedirá otra.",
    en: "There is nothing else to do. If the bank does not accept the account, the store will ask you for another.",
  },
  destination: { es: "Cuenta", en: "Account" },
  ending: { es: "terminada en", en: "ending in" },
  given: { es: "Ya tenemos tus datos", en: "We already have your details" },
  givenLine: {
    es: "Este enlace ya se usó y no hace falta hacer nada más. Si no fuiste tú o quieres cambiar la cuenta, escríbele pronto a la tienda.",
    en: "This link has been used and there is nothing else to do. If it was not you, or you want another account, write to the store soon.",
  },
  unknown: { es: "Este enlace ya no sirve", en: "This link no longer works" },
  unknownLine: {
    es: "Quizá venció o está incompleto. Revisa que lo copiaste entero o pídele uno nuevo a la tienda.",
    en: "It may have expired or be incomplete. Check that you copied all of it, or ask the store for a new one.",
  },
  busy: { es: "Danos un momento", en: "Give us a moment" },
  busyLine: {
    es: "No pudimos abrir tu reembolso ahora. Intenta de nuevo en un minuto.",
    en: "We could not open your refund right now. Try again in a minute.",
  },
  retry: { es: "Intentar de nuevo", en: "Try again" },
} as const satisfies Record<string, Text>

export type Word = keyof typeof WORDS

export function word(name: Word, language: Language): string {
  return WORDS[name][language]
}
