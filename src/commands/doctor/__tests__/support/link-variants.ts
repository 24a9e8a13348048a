import { MORE_WORDS, USUAL_WORDS, type Variant } from "./variant"

const NO_LINK = {
  "amount on the payment page": null,
  "looking up by reference": null,
  "looking up by ticket": null,
  status: null,
  "label of a deposit": null,
  "unit of amounts": null,
  "a reference used twice": null,
  notifications: null,
} as const
/** PSE is refused with a bank of the list, too. */
const NO_PSE = {
  ...NO_LINK,
  "banks of PSE": ["as_documented", "it names 6"],
  "how PSE is paid": null,
} as const
const A_LINK = {
  "amount on the payment page": ["open", "it must ask for"],
  "looking up by reference": ["as_documented", "is found after"],
  "looking up by ticket": ["as_documented", "finds it too"],
  status: ["as_documented", "PENDING"],
  "label of a deposit": ["as_documented", "DEPOSIT"],
  "unit of amounts": ["as_documented", "in wire units"],
  "a reference used twice": ["as_documented", "is refused"],
  notifications: ["open", "not tried"],
} as const
const refusals = ([200, 400, 422] as const).map((refusalStatus): Variant => {
  const told = (error: string) =>
    ["as_documented", `HTTP ${refusalStatus}, error ${error}`] as const
  return {
    tries: { refusalStatus },
    says: {
      "a refusal": told("VALIDATION_ERROR"),
      "a reference used twice": told("REFERENCE_INVALID"),
    },
  }
})

const unknownLookups = (
  ["HTTP_404", "NOT_FOUND", "TRANSACTION_NOT_FOUND", "REFERENCE_INVALID"] as const
).map((unknownLookup): Variant => {
  const says = unknownLookup === "HTTP_404" ? "HTTP 404" : `HTTP 200, error ${unknownLookup}`
  return {
    tries: { unknownLookup },
    says: { "a reference it does not know": ["as_documented", says] },
  }
})

const direct = (method: "PSE" | "BREB" | "TRANSFIYA") => ({
  accounts: [{ id: "co", country: "CO" as const, direct: [method] }],
})

/** What a person sees who asks for a link and leaves it alone. */
export const LINKS: Variant[] = [
  {
    tries: { form: "envelope" },
    says: { "a payment link": ["as_documented", "the enveloped form, with a page"] },
  },
  {
    tries: { form: "flat" },
    says: { "a payment link": ["as_documented", "the flat form, with a page"] },
  },
  { tries: { tickets: "short" } },
  { tries: { tickets: "uuid" } },
  { tries: { initialStatus: "PENDING" }, says: { status: ["as_documented", `"PENDING"`] } },
  { tries: { initialStatus: "CREATED" }, says: { status: ["as_documented", `"CREATED"`] } },
  ...refusals,
  ...unknownLookups,
  { tries: { lookupQuirks: true } },
  { tries: { lookupQuirks: false } },
  // It is always sent.
  { tries: { descriptionRequired: true } },
  { tries: { descriptionRequired: false } },
  // The unit of amounts: seen in soles, never in pesos.
  {
    country: "PE",
    tries: { amounts: { lookup: "wire" } },
    says: { "unit of amounts": ["as_documented", "looked up as 1050: in wire units"] },
  },
  {
    country: "PE",
    tries: { amounts: { lookup: "major" } },
    says: { "unit of amounts": ["differs", "looked up as 10.5: in major units"] },
    options: { amounts: { lookup: "major" } },
  },
  {
    tries: { amounts: { lookup: "major" } },
    says: { "unit of amounts": ["open", "only the payment page tells"] },
  },
  ...(["wire", "major"] as const).map((wallet): Variant => ({
    wallet: 50_000,
    tries: { amounts: { wallet } },
    says: { "unit of the balance": ["open", "50000, one number in either unit"] },
  })),
  // In soles a fraction tells it, a whole number does not: then both readings are shown.
  {
    ...{ country: "PE", wallet: 105_050 },
    tries: { amounts: { wallet: "wire" } },
    says: { "unit of the balance": ["open", "105050: 1,050.50 PEN, or 105,050 PEN if it is"] },
  },
  {
    ...{ country: "PE", wallet: 105_050 },
    tries: { amounts: { wallet: "major" } },
    says: { "unit of the balance": ["differs", "1050.5: with decimals, so in major units"] },
    options: { amounts: { wallet: "major" } },
  },
  {
    ...{ country: "PE", wallet: 105_050 },
    tries: { amounts: { lookup: "major", wallet: "major" } },
    says: {
      "unit of amounts": ["differs", "in major units"],
      "unit of the balance": ["differs", "in major units"],
    },
    options: { amounts: { lookup: "major", wallet: "major" } },
  },
  {
    ...{ country: "PE", wallet: 105_000 },
    tries: { amounts: { wallet: "major" } },
    says: { "unit of the balance": ["open", "1050: 10.50 PEN, or 1,050 PEN if it is in major"] },
  },
  {
    ...{ country: "PE", wallet: 0 },
    tries: { amounts: { wallet: "major" } },
    says: { "unit of the balance": ["open", "look again when there is money in it"] },
  },
  {
    tries: { depositLabel: "RETIRO EN CAJA" },
    says: { "label of a deposit": ["differs", `"RETIRO EN CAJA" looks like money that goes out`] },
    options: { payOutTypes: [...USUAL_WORDS, ...MORE_WORDS] },
  },
  {
    tries: { methods: { CO: ["TRANSFIYA"] } },
    says: { "a payment link": ["wrong", "PSE of 5,000 COP is refused: HTTP 400"], ...NO_PSE },
  },
  {
    ...{ country: "PE", flags: { method: "CARD" } },
    tries: { methods: { PE: ["CARD"] } },
    says: { ...A_LINK, "a payment link": ["differs", "CARD, which the plugin leaves off in PE"] },
    options: { countries: { PE: { methods: { CARD: { enabled: true } } } } },
  },
  ...[{ min: 6_000 }, { max: 4_000 }].map((limit): Variant => ({
    tries: { limits: { COP: { PSE: limit } } },
    says: { "a payment link": ["wrong", "Try another --method or --amount"], ...NO_PSE },
  })),
  // A service that takes amounts for others than were meant repeats them all the same.
  {
    flags: { amount: "500000" },
    tries: { decimals: { COP: 2 } },
    says: { "amount on the payment page": ["open", "asks for 5,000 COP, the service takes cents"] },
  },
  {
    country: "PE",
    tries: { decimals: { PEN: 0 } },
    says: {
      "amount on the payment page": [
        "open",
        "the service takes whole PEN: set decimals: { PEN: 0 }",
      ],
    },
  },
  {
    country: "MX",
    tries: { decimals: { MXN: 0 } },
    says: {
      "amount on the payment page": ["open", "asks for 10,050 MXN, the service takes whole MXN"],
    },
  },
  // Without a hosted page.
  ...(["full", "empty", "not_a_list", "broken"] as const).map((bankList): Variant => ({
    tries: { bankList },
  })),
  {
    tries: { direct: { PSE: "direct" } },
    says: {
      "banks of PSE": ["as_documented", "it names 6"],
      "how PSE is paid": ["differs", "the page of the bank itself"],
    },
    options: direct("PSE"),
  },
  {
    tries: { direct: { PSE: "direct" }, bankList: "broken" },
    says: {
      "banks of PSE": ["open", "HTTP 500"],
      "how PSE is paid": null,
      "a payment link": ["wrong", "customer_data.bank es obligatorio"],
      ...NO_LINK,
    },
  },
  {
    flags: { method: "BREB" },
    tries: { direct: { BREB: "direct" } },
    says: { "how BREB is paid": ["differs", "a key to pay to"] },
    options: direct("BREB"),
  },
  {
    flags: { method: "BREB" },
    tries: { direct: { BREB: "bare_key" } },
    says: {
      "how BREB is paid": ["differs", "a key to pay to"],
      "a payment page": ["differs", "names account_number"],
      "amount on the payment page": null,
    },
    options: direct("BREB"),
  },
  {
    flags: { method: "TRANSFIYA" },
    tries: { direct: { TRANSFIYA: "direct" } },
    says: {
      "how TRANSFIYA is paid": ["differs", "a text to confirm"],
      "a payment page": ["differs", "names confirmation, type"],
      "amount on the payment page": null,
      "looking up by ticket": null,
    },
    options: direct("TRANSFIYA"),
  },
  // What comes after paying, and what becomes of a link that nobody pays, is not waited for.
  { tries: { returnAfterSeconds: 0 } },
  { tries: { cardResultAfterMs: 0 } },
  { tries: { notifyOnExpiry: true } },
  { tries: { notifyOnExpiry: false } },
]
