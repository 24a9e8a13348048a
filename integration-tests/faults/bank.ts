import type { Sandbox, TransactionView } from "../../src/sandbox"
import type { SeededRandom } from "./seeded-random"
import type { Journal } from "./journal"

const FORGERIES = ["signature", "no_signature", "key", "reference", "ticket", "status"] as const

/** The service's side of a schedule: who paid, who was refused, and who tells lies about it. */
export class Bank {
  /** Pay-ins whose final status the service changed afterwards. */
  readonly contradicted = new Set<string>()

  constructor(
    private readonly sandbox: Sandbox,
    private readonly journal: Journal
  ) {}

  /** Somebody pays a link: whatever it was replaced by, as long as the service takes money for it. */
  async pay(
    link: string | undefined,
    who: string,
    {
      factor = 1,
      currency,
      notify = true,
    }: { factor?: number; currency?: string; notify?: boolean }
  ): Promise<void> {
    const found = this.find(link)
    if (found === null || found.status === "APPROVED") {
      return
    }
    if (found.status !== "PENDING" && found.status !== "CREATED") {
      // Voucher agents and banks report late, and a service may contradict itself.
      this.contradicted.add(found.reference)
      this.journal.fault("late approval")
    }
    const amount = Math.round(found.amount * factor)
    this.journal.note(who, `pays ${found.reference}${factor === 1 ? "" : ` x ${factor}`}`)
    this.sandbox.settle(found.reference, {
      ...{ status: "APPROVED", notify },
      ...(amount !== found.amount && { amount }),
      ...(currency !== undefined && { currency }),
    })
  }

  async refuse(link: string | undefined, who: string, random: SeededRandom): Promise<void> {
    const found = this.find(link)
    if (found === null || !["PENDING", "CREATED"].includes(found.status)) {
      return
    }
    const status = random.pick(["REJECTED", "DECLINED", "EXPIRED"] as const)
    this.journal.note(who, `is told ${status} of ${found.reference}`)
    this.sandbox.settle(found.reference, { status })
  }

  /** Somebody who is not the service writes to the store. */
  forge(random: SeededRandom): void {
    const known = this.sandbox.transactions({ limit: 50 })
    if (known.length === 0) {
      return
    }
    const { reference, amount } = random.pick(known)
    const forge = random.pick(FORGERIES)
    this.journal.note("forger", `${forge} of ${reference}`)
    this.journal.fault(`forged: ${forge}`)
    this.sandbox.notify(reference, {
      ...{ forge, lose: false, hold: false, copies: 1, delayMs: 0, retrySeconds: [] },
      ...(random.chance(0.3) && { body: { top_amount: amount * 10 } }),
    })
  }

  private find(link: string | undefined): TransactionView | null {
    return link === undefined ? null : this.sandbox.transaction(link)
  }
}
