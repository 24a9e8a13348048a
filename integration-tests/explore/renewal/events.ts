import type { CardStatus } from "../../../src/domain/card/state"
import type { Rules } from "./facts"
import {
  asksBank,
  asksMedusa,
  cancelOrder,
  COSTS,
  endSubscription,
  giveUp,
  work,
  type Answer,
} from "./worker"
import { copy, idle, newestHold, type Cart, type Left, type Who, type World } from "./world"

export interface Next {
  world: World
  /** What happened, as a sentence. */
  told: string
  /** It would happen even if nobody disturbed any more. */
  calm: boolean
}

const WHO: readonly Who[] = [1, 2]

/** Every state that may follow; the calm ones first. */
export function eachNext(world: World, rules: Rules): Next[] {
  const found: Next[] = []
  const happen = (told: string, calm: boolean, change: (next: World) => void): void => {
    const next = copy(world)
    change(next)
    found.push({ world: next, told, calm })
  }
  const disturb = (by: keyof Left, told: string, change: (next: World) => void): void => {
    if (world.left[by] > 0) {
      happen(told, false, (next) => {
        next.left[by] -= 1
        next.changed = true
        change(next)
      })
    }
  }
  theBankTells(world, happen)
  people(world, happen, disturb)
  workers(world, rules, happen, disturb)
  time(world, happen)
  return found.sort((a, b) => Number(b.calm) - Number(a.calm))
}

type Happen = (told: string, calm: boolean, change: (next: World) => void) => void
type Disturb = (by: keyof Left, told: string, change: (next: World) => void) => void

/** A webhook, or a person who was told: the outcome becomes known, and the job is woken. */
function theBankTells(world: World, happen: Happen): void {
  const requeue = (next: World) => {
    if (next.period.status === "open") Object.assign(next, { due: "now", changed: true })
  }
  world.holds.forEach((hold, index) => {
    const name = `hold ${index + 1}`
    const becomes = (status: CardStatus, told: string) =>
      happen(told, true, (next) => {
        next.holds[index].status = status
        requeue(next)
      })
    const isAsked = WHO.some((who) => {
      const worker = world.workers[who - 1]
      return worker.hold === index + 1 && asksBank(worker)
    })
    switch (hold.status) {
      case "creating":
        // Its process died with the call under way.
        if (hold.sent && !isAsked) {
          becomes("unknown", `Nobody waits for the answer about ${name} any more.`)
        }
        return
      case "unknown":
        becomes(
          hold.at_bank === "held" ? "authorized" : "declined",
          `The outcome of ${name} becomes known.`
        )
        return
      case "capturing":
        if (!isAsked) {
          becomes("capture_unknown", `Nobody waits for the capture of ${name} any more.`)
        }
        return
      case "capture_unknown":
        becomes(
          hold.at_bank === "held" ? "authorized" : "captured",
          `The outcome of the capture of ${name} becomes known.`
        )
        return
      case "authorized":
        if (!hold.voiding && world.carts[hold.cart - 1].order === "canceled") {
          // Medusa shows no payment of it any more (domain/card/decide.ts `decideOnOrder`).
          if (world.carts[hold.cart - 1].payment === 0) {
            happen(`The card's own road gives ${name} up.`, true, (next) =>
              giveUp(next.holds[index])
            )
          }
        }
        if (hold.voiding) {
          happen(`The service voids ${name}.`, true, (next) => {
            Object.assign(next.holds[index], { status: "released", at_bank: "nothing" })
            requeue(next)
          })
        }
        return
      case "captured":
      case "declined":
      case "error":
      case "released":
    }
  })
}

function workers(world: World, rules: Rules, happen: Happen, disturb: Disturb): void {
  const { due, changed, period } = world
  for (const who of WHO) {
    const worker = world.workers[who - 1]
    if (worker.at !== "idle") {
      const doing = worker.at === "read" ? "reads the facts" : `takes "${worker.step?.act}"`
      const part = worker.at === "read" ? "" : `, part ${worker.at + 1}`
      happen(`Worker ${who} ${doing}${part}.`, true, (next) => work(next, who, "yes", rules))
      const answers: Exclude<Answer, "yes">[] = asksBank(worker)
        ? ["no", "unclear_yes", "unclear_no", "unsent"]
        : []
      for (const answer of answers) {
        disturb(
          COSTS[answer],
          `Worker ${who} takes "${worker.step?.act}": ${ANSWERS[answer]}.`,
          (next) => work(next, who, answer, rules)
        )
      }
      if (asksMedusa(worker)) {
        disturb("refuses", `Medusa refuses worker ${who} to cancel the order.`, (next) =>
          work(next, who, "no", rules)
        )
      }
      disturb("crashes", `The process of worker ${who} dies.`, (next) => {
        next.workers[who - 1] = idle()
        if (next.lock === who) next.lock = 0
      })
      if (period.holder === who && period.leased) {
        disturb("freezes", `Worker ${who} freezes: its lease and its lock run out.`, (next) => {
          next.period.leased = false
          if (next.lock === who) next.lock = 0
        })
      }
    } else {
      const takes = (next: World, asked: boolean) => {
        // If this process dies, the job comes back (queue.ts `visibility`).
        Object.assign(next, { due: "later", changed: true })
        Object.assign(next.period, { holder: who, leased: true })
        Object.assign(next.workers[who - 1], { at: "read", asked })
      }
      // The other one is alike while nobody works.
      const first = who === 1 || world.workers[0].at !== "idle"
      const isFree = period.status === "open" && !period.leased && first
      if (isFree && due === "now" && (changed || world.workers.some(({ at }) => at === "idle"))) {
        happen(`Worker ${who} takes the period up.`, true, (next) => takes(next, false))
      }
      if (isFree) {
        disturb("asks", `A person asks for the charge now: worker ${who} takes it up.`, (next) =>
          takes(next, true)
        )
      }
    }
  }
}

const ANSWERS: Record<Exclude<Answer, "yes">, string> = {
  no: "the bank refuses",
  unclear_yes: "the bank does it, and the answer is lost",
  unclear_no: "the bank does nothing, and the answer is lost",
  unsent: "the call does not leave",
}

function time(world: World, happen: Happen): void {
  const { due, changed, period, workers: all } = world
  if (period.status === "open" && due === "later" && changed) {
    happen("Minutes pass.", true, (next) => {
      next.due = "now"
    })
  }
  const isWaiting = period.next_try === "coming" || (due === "day" && period.next_try === "come")
  if (period.status === "open" && isWaiting) {
    happen("The day of the next try comes.", true, (next) => {
      if (next.period.next_try === "coming") next.period.next_try = "come"
      if (next.due === "day") next.due = "now"
      Object.assign(next.period, { ahead: false })
    })
  }
  const holder = period.holder === 0 ? null : all[period.holder - 1]
  if (period.leased && holder?.at === "idle") {
    happen("The lease of the process that died runs out.", true, (next) => {
      next.period.leased = false
    })
  }
}

function people(world: World, happen: Happen, disturb: Disturb): void {
  if (world.subscription !== "canceled") {
    disturb("ends", "The shopper cancels the subscription.", endSubscription)
  }
  if (world.over === null && world.period.status === "open") {
    for (const over of ["The customer is deleted", "The first order is taken back"]) {
      disturb("overs", `${over}, and the event is lost.`, (next) => {
        next.over = over
      })
    }
  }
  if (!world.doubt && world.period.status === "open") {
    disturb("doubts", "The service contradicts an earlier charge.", (next) => {
      next.doubt = true
    })
  }
  if (world.doubt) {
    happen("A person closes the question of the earlier charge.", true, (next) => {
      Object.assign(next, { doubt: false, changed: true })
      if (next.period.status === "open") next.due = "now"
    })
  }
  world.carts.forEach((cart, index) => {
    const name = `order ${index + 1}`
    const about = (change: (next: Cart, world: World) => void) => (next: World) =>
      change(next.carts[index], next)
    if (cart.order === "pending" && cart.linked) {
      // A capture holds the order's lock, and so does whoever collects.
      if (world.lock === 0) {
        disturb("cancels", `A person cancels ${name}.`, (next) => {
          cancelOrder(next, index + 1, true)
          if (next.period.status === "open") next.due = "now"
        })
        if (!cart.booked) {
          disturb(
            "cancels",
            `A person cancels ${name}, and Medusa fails to void its hold.`,
            (next) => cancelOrder(next, index + 1, true, { leavesPayment: true })
          )
        }
        if (!cart.booked && !cart.collected && !cart.collecting) {
          disturb(
            "collects",
            `A link of ${name} is opened.`,
            about((one) => (one.collecting = true))
          )
        }
      }
      disturb(
        "ships",
        `The goods of ${name} leave.`,
        about((one) => (one.shipped = true))
      )
    }
    if (cart.collecting && world.lock === 0) {
      const pays = (paid: boolean) =>
        about((one, next) => {
          one.collecting = false
          one.collected = paid && one.order === "pending"
          if (next.period.status === "open") Object.assign(next, { due: "now", changed: true })
        })
      happen(`The link of ${name} is paid.`, true, pays(true))
      happen(`The link of ${name} ends unpaid.`, false, pays(false))
    }
    if (cart.order === "none" && cart.priced && world.period.cart === index + 1) {
      disturb(
        "prices",
        `The price of cart ${index + 1} changes.`,
        about((one) => {
          Object.assign(one, { priced: false, fits: 0 })
        })
      )
    }
  })
  const number = newestHold(world)
  if (number > 0 && world.holds[number - 1].status === "authorized") {
    disturb("lapses", `Somebody gives hold ${number} up.`, (next) => giveUp(next.holds[number - 1]))
  }
}
