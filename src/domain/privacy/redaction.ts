export const REDACTED = "[redacted]"

const MAX_DEPTH = 8

// Keys are compared without case and punctuation, so that legal_doc, legalDoc and "Legal-Doc" are
// one. Any key that contains one of these carries a credential or says who somebody is ...
const TELLING_PARTS = [
  "password",
  "passwd",
  "secret",
  "token",
  "authorization",
  "signature",
  "encryption",
  "credential",
  "cookie",
  "apikey",
  "privatekey",
  "accountnumber",
  "cardnumber",
  "phonenumber",
  "fullname",
  "email",
  "securitycode",
]
// ... and these only as a whole: legal_doc_type or "span" are harmless.
const TELLING_KEYS = new Set([
  "auth",
  "username",
  "legaldoc",
  "phone",
  "topuserphone",
  "firstname",
  "lastname",
  "cardholder",
  "cardholdername",
  "holdername",
  "pan",
  "cvv",
  "cvv2",
  "cvc",
  "cvc2",
  "bin",
  "expiry",
  "expirydate",
  "expirationdate",
  "expmonth",
  "expyear",
  "ipnkey",
  "xtrxsignature",
])

// Ids and amounts may be long runs of digits that a log needs. They stay only if the key names one
// and the value looks like one.
const PLAIN_KEYS = /^(?:ticket|reference|\w*amount)$/
const PLAIN_VALUE = /^(?:[A-Za-z0-9_-]{1,40}|-?\d{1,15}\.\d{1,10})$/

// Inside a text: `"legal_doc":"1020304050"`, `token=abc`, also with the quotes of JSON inside JSON.
const TELLING_PAIR = new RegExp(
  `([\\w-]{0,40}(?:${TELLING_PARTS.join("|")}|api[_-]?key|private[_-]?key|account[_-]number|card[_-]?number|phone[_-]?number|full[_-]?name|legal[_-]?doc(?![_-]?type)|(?:first|last)[_-]?name|user[_-]?name|cvv2?|cvc2?)[\\w-]{0,40}\\\\{0,3}["']?\\s{0,3}[:=]\\s{0,3})` +
    `(\\[redacted\\]|"(?:[^"\\\\]|\\\\.)*(?:"|$)|\\\\{1,3}"(?:[^"\\\\]|\\\\(?!"))*(?:\\\\{1,3}"|$)|'[^']*(?:'|$)|(?:Basic|Bearer)\\s+[^\\s,;&}\\]]+|[^\\s,;&}\\]]+)`,
  "gi"
)
const CREDENTIALS = /\b(Basic|Bearer)\s+[A-Za-z0-9+/=._~-]{6,}/gi
const URL_USER = /(\b[a-z][a-z0-9+.-]{1,20}:\/\/)[^\s/@]{1,200}@/gi
// The key in an ipn_url and the token of the refund page, also URL-encoded.
const IPN_KEY = /(payin(?:\/|%2F)ipn(?:\/|%2F)[A-Za-z0-9_-]{1,64}(?:\/|%2F))[A-Za-z0-9_-]+/gi
const REFUND_TOKEN = /(payin(?:\/|%2F)refund(?:\/|%2F))[A-Za-z0-9._-]+/gi
const EMAIL = /[\p{L}\p{N}._%+-]{1,64}(?:@|%40)[\p{L}\p{N}.-]{1,253}/gu
const INTERNATIONAL_PHONE = /\+\d{1,3}[\s.-]?\(?\d[\d\s().-]{4,18}\d/g
// Ids of ours and of Medusa (a prefix and a ULID) and UUIDs stay whole: without them a log is
// useless. They are found in the same pass as the numbers, because one UUID in some hundreds holds
// what looks like a card.
const ID_OR_NUMBER = new RegExp(
  [
    /(\b[a-z]{2,20}_0[0-9a-z]{25}\b|\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b)/,
    /(?<!\d)(?:\d{4}[ -]){3}\d{1,7}(?!\d)/, // a card
    /(?<!\d)\d{1,3}(?:\.\d{3}){2,}(?!\d)/, // a document
    /\d{8,}/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "gi"
)

/**
 * Redaction: a deep copy that may be logged. Secrets and personal data are masked by key, texts by
 * pattern. Safe for cycles, hostile keys and getters that throw; depth is bounded. Never throws.
 */
export function redact(value: unknown): unknown {
  return copy(value, [])
}

/**
 * Redaction: a text that may be logged or kept. E-mails, phone and document numbers, credentials
 * and keys are masked.
 */
export function redactText(text: string): string {
  return text
    .replace(IPN_KEY, `$1${REDACTED}`)
    .replace(REFUND_TOKEN, `$1${REDACTED}`)
    .replace(URL_USER, `$1${REDACTED}@`)
    .replace(TELLING_PAIR, maskPair)
    .replace(CREDENTIALS, `$1 ${REDACTED}`)
    .replace(EMAIL, REDACTED)
    .replace(INTERNATIONAL_PHONE, REDACTED)
    .replace(ID_OR_NUMBER, (_found, id?: string) => id ?? REDACTED)
}

function maskPair(_found: string, key: string, value: string): string {
  const quote = /^\\*["']/.exec(value)?.[0] ?? ""
  return `${key}${quote}${REDACTED}${quote}`
}

function copy(value: unknown, above: readonly object[]): unknown {
  if (typeof value === "string") {
    return redactText(value)
  }
  if (typeof value === "bigint") {
    return redactText(String(value))
  }
  if (typeof value === "function" || typeof value === "symbol") {
    return `[${typeof value}]`
  }
  if (typeof value !== "object" || value === null) {
    return value
  }
  if (above.includes(value)) {
    return "[circular]"
  }
  if (above.length >= MAX_DEPTH) {
    return "[too deep]"
  }
  try {
    return copyObject(value, [...above, value])
  } catch {
    return "[unreadable]"
  }
}

function copyObject(value: object, above: readonly object[]): unknown {
  if (Array.isArray(value)) {
    return Array.from(value, (item: unknown) => copy(item, above))
  }
  if (value instanceof Date) {
    return Number.isNaN(value.getTime()) ? null : value.toISOString()
  }
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) {
    return "[binary]"
  }
  if (value instanceof URL || value instanceof URLSearchParams) {
    return redactText(value.toString())
  }
  if (value instanceof Map) {
    return fromEntries(
      Array.from(value, ([key, item]: [unknown, unknown]) => [String(key), item]),
      above
    )
  }
  if (value instanceof Set) {
    return Array.from(value, (item: unknown) => copy(item, above))
  }
  const own = Object.keys(value)
  // An Error's important properties are not enumerable.
  const hidden = value instanceof Error ? ["name", "message", "stack", "cause"] : []
  const keys = [
    ...new Set([...hidden.filter((key) => Reflect.get(value, key) !== undefined), ...own]),
  ]
  return fromEntries(
    keys.map((key) => [key, Reflect.get(value, key)]),
    above
  )
}

// Entries, not assignments: a key named __proto__ must stay a key.
function fromEntries(entries: [string, unknown][], above: readonly object[]): unknown {
  return Object.fromEntries(
    entries.map(([key, item]) => [
      redactText(key),
      isTelling(key) && item !== null && item !== undefined
        ? REDACTED
        : isPlain(key, item)
          ? item
          : copy(item, above),
    ])
  )
}

function isPlain(key: string, item: unknown): boolean {
  return typeof item === "string" && PLAIN_KEYS.test(key) && PLAIN_VALUE.test(item)
}

function isTelling(key: string): boolean {
  const name = key.toLowerCase().replace(/[^a-z0-9]/g, "")
  return TELLING_KEYS.has(name) || TELLING_PARTS.some((part) => name.includes(part))
}
