import { BANK_MESSAGES, REJECTIONS } from "../../../../sandbox/payout-messages"
import { MORE_WORDS, USUAL_WORDS, type Variant } from "./variant"

const NO_PAYOUT = {
  "looking up a payout": null,
  "what became of the payout": null,
  "label of a payout": null,
} as const
const A_PAYOUT = {
  "looking up a payout": ["as_documented", "it is found after"],
  "what became of the payout": ["open", "the service says PENDING"],
  "label of a payout": ["as_documented", "WITHDRAWAL"],
} as const
const became = (status: string, why: string) => ({
  "what became of the payout": ["open", `the service says ${status}, "${why}"`] as const,
})
const ended = { how: "payout", flags: { wait: 2 } } as const
const refused = (why: string) => ({ "a payout": ["open", why] as const, ...NO_PAYOUT })
const twice = { "a payout sent twice": ["open", `leave option unknownPayouts at "hold"`] } as const

const toKey = {
  how: "payout",
  payout: { payment_method: "BREB", account_number: "@prueba" },
} as const
const noKey = (why: string) => ({
  "who holds a Bre-B key": ["wrong", why] as const,
  "a payout": ["open", "not sent: nobody knows who would get it"] as const,
  ...NO_PAYOUT,
})

const byForm = {
  how: "payout",
  country: "PE",
  wallet: 1_000_000,
  payout: { payment_method: "FORM", legal_doc_type: "DNI", phone_code: "51" },
} as const
const hasForm = { "the form of a payout": ["as_documented", "it has an address"] } as const
const noForm = { "the form of a payout": ["wrong", "leave option payouts.form off"] } as const

/** What a person sees who allows a payout. */
export const PAYOUTS: Variant[] = [
  { ...byForm, tries: { payouts: { form: { address: true } } }, says: hasForm },
  { ...byForm, tries: { payouts: { form: { address: false } } }, says: noForm },
  { ...byForm, tries: { payouts: { form: { ticket: true } } }, says: hasForm },
  { ...byForm, tries: { payouts: { form: { ticket: false } } }, says: hasForm },
  { ...byForm, tries: { payouts: { form: { shown: "filled" } } }, says: hasForm },
  { ...byForm, tries: { payouts: { form: { shown: "at_once" } } }, says: hasForm },
  { how: "payout", tries: { payouts: { outcome: "wait" } }, says: A_PAYOUT },
  ...(["approve", "email"] as const).map((outcome): Variant => ({
    ...ended,
    tries: { payouts: { outcome, resultAfterMs: 0 } },
    says: became("APPROVED", BANK_MESSAGES.successful),
  })),
  {
    ...ended,
    tries: { payouts: { outcome: "reject", resultAfterMs: 0 } },
    says: became("REJECTED", BANK_MESSAGES.account_unknown),
  },
  ...REJECTIONS.map((rejection): Variant => ({
    ...ended,
    tries: { payouts: { outcome: "reject", resultAfterMs: 0, rejection } },
    says: became("REJECTED", BANK_MESSAGES[rejection]),
  })),
  // Trying it could pay twice: it stays open whatever the service would do.
  { how: "payout", tries: { payouts: { duplicate: "refuse" } }, says: twice },
  { how: "payout", tries: { payouts: { duplicate: "first" } }, says: twice },
  { how: "payout", tries: { payouts: { duplicate: "second" } }, says: twice },
  {
    ...{ how: "payout", wallet: 0 },
    tries: { payouts: { lowBalance: "refuse" } },
    says: refused("HTTP 400, error INSUFFICIENT_BALANCE"),
  },
  {
    ...{ how: "payout", wallet: 0 },
    tries: { refusalStatus: 200, payouts: { lowBalance: "refuse" } },
    says: {
      "a payout": ["differs", "the plugin cannot tell such a refusal from a failure"],
      ...{ ...NO_PAYOUT, "looking up a payout": ["open", "not found within 0 seconds"] },
    },
  },
  {
    ...{ ...ended, wallet: 0 },
    tries: { payouts: { lowBalance: "reject", resultAfterMs: 0 } },
    says: {
      "a payout": ["as_documented", "was taken"],
      ...{ ...A_PAYOUT, ...became("REJECTED", "El saldo del comercio no es suficiente") },
    },
  },
  {
    ...ended,
    tries: { payouts: { visibleAfterMs: 300 } },
    says: { "looking up a payout": ["as_documented", "it is found after"] },
  },
  {
    how: "payout",
    tries: { payouts: { visibleAfterMs: 60_000 } },
    says: { ...NO_PAYOUT, "looking up a payout": ["open", "it may sit in a queue"] },
  },
  {
    ...{ how: "payout", payout: { payment_method: "SERVICE" } },
    tries: { payouts: { walletMethod: "BILLETERA" } },
    says: refused("use BANK_TRANSFER, TRANSFIYA, BILLETERA, BREB"),
  },
  {
    ...{ how: "payout", payout: { payment_method: "BILLETERA" } },
    tries: { payouts: { walletMethod: "BILLETERA" } },
    says: {
      "a payout": ["differs", "so BILLETERA is what the service calls its own wallet"],
      ...A_PAYOUT,
    },
    options: { payouts: { walletMethod: "BILLETERA" } },
  },
  {
    how: "payout",
    tries: { payouts: { label: "Giro saliente" } },
    says: { "label of a payout": ["differs", `"Giro saliente"`] },
    options: { payOutTypes: [...USUAL_WORDS, "RETIRO", ...MORE_WORDS, "GIRO SALIENTE"] },
  },
  {
    how: "payout",
    tries: { depositLabel: "RETIRO EN CAJA", payouts: { label: "Giro saliente" } },
    says: {
      "label of a deposit": ["differs", `"RETIRO EN CAJA" looks like money that goes out`],
      "label of a payout": ["differs", `"Giro saliente"`],
    },
    options: { payOutTypes: [...USUAL_WORDS, ...MORE_WORDS, "GIRO SALIENTE"] },
  },
  {
    how: "payout",
    tries: { payouts: { accountTypes: { CO: ["CORRIENTE"] } } },
    says: refused("customer_data.account_type no es válido"),
  },
  {
    ...{ how: "payout", payout: { account_type: "WALLET" } },
    tries: { payouts: { accountTypes: { CO: ["AHORRO", "CORRIENTE", "WALLET"] } } },
    says: { "a payout": ["differs", "so accounts may be of type WALLET"], ...A_PAYOUT },
    options: { payouts: { accountTypes: { CO: ["AHORRO", "CORRIENTE", "WALLET"] } } },
  },
  {
    ...toKey,
    tries: { brebKeys: { "@prueba": {} } },
    says: {
      "who holds a Bre-B key": ["as_documented", "it names the holder"],
      "a payout": ["as_documented", "was taken"],
      ...A_PAYOUT,
    },
  },
  ...(["unknown", "inactive", "unsuccessful", "nobody", "envelope", "broken"] as const).map(
    (answers): Variant => ({
      ...toKey,
      tries: { brebKeys: { "@prueba": { answers } } },
      says: noKey("not in the documented shape"),
    })
  ),
  {
    how: "payout",
    tries: { payouts: { banks: { CO: ["BANCO CONDOR"] } } },
    says: refused("el banco BANCOLOMBIA no existe"),
  },
]
