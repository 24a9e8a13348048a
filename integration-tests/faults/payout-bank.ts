import type { PayoutView, Sandbox } from "../../src/sandbox"
import { MERCHANT } from "../support/shop-environment"
import type { SeededRandom } from "./seeded-random"
import type { Journal } from "./journal"
import type { PayoutPlan } from "./payout-plan"

const FORGERIES = ["signature", "no_signature", "key", "reference", "ticket", "status"] as const
const REJECTED: readonly string[] = ["REJECTED", "DECLINED", "EXPIRED"]
/** Decimals of an amount on the wire (docs/service.md#amounts). */
const PLACES = { COP: 1, PEN: 100 } as const

/** No power of ten: that would be another unit. */
const SHORT = [0.3, 0.5, 0.9]

/** The service's side of money that goes out: who got it, who did not, and who tells lies about it. */
export class PayoutBank {
  /** Tickets of payouts whose final status the service changed afterwards. */
  readonly contradicted = new Set<string>()

  constructor(
    private readonly sandbox: Sandbox,
    private readonly plan: PayoutPlan,
    private readonly journal: Journal
  ) {}

  open(): void {
    this.sandbox.configure({ payouts: this.plan.bank })
    this.plan.service.forEach((fault) => this.sandbox.injectFault(fault))
    this.fill(this.plan.balance.now)
  }

  fill(amount: number): void {
    this.sandbox.setWallet(MERCHANT.merchantId, amount * PLACES.COP, "COP")
    this.sandbox.setWallet(MERCHANT.merchantId, amount * PLACES.PEN, "PEN")
  }

  /** Decides about some that wait, changes its mind about others, and somebody lies about it. */
  meddle(random: SeededRandom): void {
    for (const payout of this.sandbox.payouts({ limit: 500 })) {
      if (!isFinal(payout)) {
        if (this.plan.bank.outcome === "wait" && random.chance(0.4)) {
          this.decide(payout, random)
        }
      } else if (this.plan.contradicts && random.chance(0.25)) {
        this.contradict(payout)
      }
    }
    for (let n = random.between(0, this.plan.forgeries); n > 0; n--) {
      this.forge(random)
    }
  }

  /** Whatever still waits is decided: the service's day comes to its end. */
  close(random: SeededRandom): void {
    this.sandbox.configure({ payouts: { outcome: "approve", resultAfterMs: 0, visibleAfterMs: 0 } })
    this.sandbox
      .payouts({ limit: 500 })
      .filter((payout) => !isFinal(payout))
      .forEach((payout) => this.decide(payout, random))
  }

  /** What the service's support tells of a payout. What is still open it decides, and tells nobody else. */
  askSupport(reference: string, random: SeededRandom): boolean {
    const payout = this.sandbox.payout(reference)
    if (payout === null || isFinal(payout)) {
      return payout?.status === "APPROVED"
    }
    const paid = random.chance(0.6)
    this.journal.note(
      "bank",
      `${paid ? "approves" : "rejects"} ${reference}, and tells its support`
    )
    const status = paid ? "APPROVED" : "REJECTED"
    this.sandbox.settlePayout(payout.ticket, { status, notify: false })
    return paid
  }

  private decide({ ticket, amount, reference }: PayoutView, random: SeededRandom): void {
    if (random.chance(0.25)) {
      this.journal.note("bank", `rejects ${reference}`)
      this.sandbox.rejectPayout(ticket)
      return
    }
    const other = this.otherAmount(amount, random)
    if (other !== null) {
      this.journal.fault("payout: another amount was paid")
    }
    this.journal.note("bank", `approves ${reference}${other === null ? "" : `, ${other}`}`)
    this.sandbox.approvePayout(ticket, other === null ? {} : { amount: other })
  }

  /** What is paid in place of what was ordered; null: all of it. */
  private otherAmount(amount: number, random: SeededRandom): number | null {
    if (this.plan.other_amounts && random.chance(0.3)) {
      return amount - 1
    }
    const shorts = random.of(`short of ${amount}`)
    const share = shorts.pick(SHORT)
    return this.plan.rests && shorts.chance(0.5) ? Math.max(1, Math.floor(amount * share)) : null
  }

  private contradict({ ticket, reference, status }: PayoutView): void {
    this.contradicted.add(ticket)
    this.journal.fault("payout: a final word was changed")
    const to = status === "APPROVED" ? "REJECTED" : "APPROVED"
    this.journal.note("bank", `changes ${reference} from ${status} to ${to}`)
    this.sandbox.settlePayout(ticket, { status: to })
  }

  private forge(random: SeededRandom): void {
    const known = this.sandbox.payouts({ limit: 50 })
    if (known.length === 0) {
      return
    }
    const { reference, status } = random.pick(known)
    const forge = random.pick(FORGERIES)
    this.journal.note("forger", `${forge} of ${reference}`)
    this.journal.fault(`forged payout: ${forge}`)
    this.sandbox.notify(reference, {
      ...{ forge, lose: false, hold: false, copies: 1, delayMs: 0, retrySeconds: [] },
      status: REJECTED.includes(status) ? "APPROVED" : "REJECTED",
    })
  }
}

function isFinal({ status }: PayoutView): boolean {
  return status === "APPROVED" || REJECTED.includes(status)
}
