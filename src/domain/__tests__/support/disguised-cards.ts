const VISA = "4111111111111111"
const inGroups = (between: string) => VISA.match(/.{4}/g)?.join(between) ?? ""
const inDigitsFrom = (zero: number) =>
  Array.from(VISA)
    .map((digit) => String.fromCodePoint(zero + Number(digit)))
    .join("")

const BETWEEN = [
  ...[" ", "-", ".", "_", "/", "·", " . ", "\u00a0", "\u2013", "*", "+", "=", "'", "\u2212"],
  // As a card is copied from a table or over several lines.
  ...["\t", "\n", "\r\n", "\r\n  ", "\u0085", "\u2028", "\u0000"],
]

/** How the number of a card is written, and so written. */
export const DISGUISED_CARDS: [string, string][] = [
  ["plain", VISA],
  ["of American Express", "378282246310005"],
  ["of Mastercard", "5555 5555 5555 4444"],
  ["in a sentence", `pago con ${VISA}, gracias`],
  ["behind another number", `Factura 12, ${inGroups(" ")}`],
  ["before its month and code", `${VISA} 12/30 123`],
  ["between other numbers", `2026-11 / ${inGroups("-")} / 3001112233`],
  ...BETWEEN.map((between): [string, string] => [
    `in groups by ${JSON.stringify(between)}`,
    inGroups(between),
  ]),
  ["with each digit apart", Array.from(VISA).join(".")],
  ["with each digit in brackets", Array.from(VISA, (digit) => `(${digit})`).join("")],
  ["in digits with brackets", inDigitsFrom(0x2473)],
  ["in digits on keys", Array.from(VISA, (digit) => `${digit}\ufe0f\u20e3`).join("")],
  ["with invisible characters", Array.from(VISA).join("\u200b")],
  ["with a filler of Korean", Array.from(VISA).join("\u3164")],
  ["in full-width digits", inDigitsFrom(0xff10)],
  ["in Arabic digits", inDigitsFrom(0x0660)],
  ["in Devanagari digits", inDigitsFrom(0x0966)],
  ["in mathematical digits", inDigitsFrom(0x1d7d8)],
]
