import type { Books, PayInRecord } from "./books"
import type { Violation } from "./invariants"

/** A step of the plugin's own that is due for longer than this, while its jobs run, is stuck. */
const STUCK_SECONDS = 600

/** Nothing waits for ever: no row without a next step, no step or notification long overdue. */
export function progressViolations(books: Books): Violation[] {
  const invariant = "nothing is stuck"
  return [
    ...books.payIns.flatMap((payIn) =>
      whyStuck(books, payIn).map((detail) => ({ invariant, subject: payIn.reference, detail }))
    ),
    ...books.events
      .filter(({ status, overdue }) => status === "received" && isStuck(overdue))
      .map(({ id, reference }) => ({
        invariant,
        subject: reference,
        detail: `notification ${id} is overdue`,
      })),
  ]
}

function whyStuck({ service }: Books, payIn: PayInRecord): string[] {
  const isOpen = payIn.status === "creating" || payIn.status === "pending"
  const said = service.find(({ reference }) => reference === payIn.reference)?.status ?? "PENDING"
  const unannounced =
    payIn.settled && payIn.cart_id !== null && payIn.order_id !== null && !payIn.announced
  const reasons: [boolean, string][] = [
    [payIn.leased, "a lease is held"],
    [isOpen && !payIn.lapsed && payIn.lookup_overdue === null, "nobody looks it up"],
    [isOpen && isStuck(payIn.lookup_overdue), "its lookup is overdue"],
    [!payIn.settled && isStuck(payIn.apply_overdue), "telling Medusa is overdue"],
    [isStuck(payIn.end_overdue), "its end is overdue"],
    [
      isOpen && !["PENDING", "CREATED"].includes(said),
      `the service says ${said}, the ledger ${payIn.status}`,
    ],
    [unannounced, "its order was never announced"],
  ]
  return reasons.filter(([holds]) => holds).map(([, reason]) => reason)
}

function isStuck(overdueSeconds: number | null): boolean {
  return overdueSeconds !== null && overdueSeconds > STUCK_SECONDS
}
