import type { Variant } from "./variant"

const UNHEARD = {
  notifications: ["open", "none came within 1 seconds"],
  "signature of notifications": null,
} as const
const told = (status: string) => ({
  notifications: ["as_documented", `one came, status "${status}"`] as const,
})
const pressed = { how: "pressed", flags: { method: "TRANSFIYA" } } as const
const unheard = { how: "paid", flags: { wait: 1 } } as const

/** What a person sees who pays. */
export const NOTIFICATIONS: Variant[] = [
  { ...pressed, tries: { outcome: "email" }, says: told("APPROVED") },
  { ...pressed, tries: { outcome: "approve" }, says: told("APPROVED") },
  { ...pressed, tries: { outcome: "reject" }, says: told("REJECTED") },
  {
    ...{ ...pressed, flags: { method: "TRANSFIYA", wait: 1 } },
    tries: { outcome: "wait" },
    ...{ says: UNHEARD, options: {} },
  },
  { ...pressed, tries: { approvingEmails: ["nobody"] }, says: told("REJECTED") },
  { ...pressed, tries: { settleAfterMs: 100 }, says: told("APPROVED") },
  { ...unheard, tries: { notifications: { lose: true } }, says: UNHEARD, options: {} },
  { how: "paid", tries: { notifications: { lose: false } }, says: told("APPROVED") },
  { ...unheard, tries: { notifications: { hold: true } }, says: UNHEARD, options: {} },
  { how: "paid", tries: { notifications: { hold: false } }, says: told("APPROVED") },
  { how: "paid", tries: { notifications: { copies: 2 } }, says: told("APPROVED") },
  { how: "paid", tries: { notifications: { delayMs: 100 } }, says: told("APPROVED") },
  { how: "paid", tries: { notifications: { retrySeconds: [] } }, says: told("APPROVED") },
  { how: "paid", tries: { notifications: { timeoutMs: 1_000 } }, says: told("APPROVED") },
]
