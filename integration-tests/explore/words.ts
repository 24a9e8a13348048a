import { EVENTS } from "./events"
import { kindOf, ofOf, replay } from "./explore"
import type { Plan, Rules } from "./facts"
import { STEP } from "./medusa"
import { ACTION, AT } from "./worker"
import { JOB, OWNER, type World } from "./world"

const link = (index: number): string => `link ${index + 1}`
const ACTIONS = { [ACTION.refund]: "refund", [ACTION.ignore]: "ignore", [ACTION.accept]: "accept" }
const TORN = [
  "",
  ", with the order linked to its cart alone",
  ", with the order linked to its collection alone",
  ", with an order that nothing leads to",
]

const COMPLETION: Record<number, string> = {
  [STEP.validated]: "makes the order",
  [STEP.ordered]: "links the order",
  [STEP.linked]: "asks our provider",
  [STEP.answered]: "writes what the provider answered",
  [STEP.paid]: "writes the order's transaction",
  [STEP.booked]: "ends well",
  [STEP.cancels]: "cancels the payment, on its way back",
  [STEP.removes]: "removes the order, on its way back",
  [STEP.refunds]: "refunds what was captured, on its way back",
  [STEP.renews]: "opens a new session, and has failed",
}

const SENTENCES: Record<string, (before: World, of: number) => string> = {
  post: () => "Medusa deletes the sessions before the new one.",
  cancel_written: () => "The cancel of the order is written.",
  answer: ({ links }, of) =>
    `The service's answer about ${link(of)} comes: ${["pending", "approved", "rejected"][links[of].answer - 1]}.`,
  ask: (_, of) => `The service is asked about ${link(of)}.`,
  ask_early: (_, of) => `The service is asked about ${link(of)}, and its answer is on its way.`,
  placed: () => "Medusa announces the order.",
  cart_lock_over: () => "The lock of the cart that a dead process left runs out.",
  order_lock_over: () => "The lock of the order that a dead process left runs out.",
  lease_over: (_, of) => `The lease of ${link(of)} that a dead process left runs out.`,
  requeue: (_, of) => `The sweep finds ${link(of)}, which nobody works on.`,
  unsettle: (_, of) => `The sweep finds that the canceled order keeps the money of ${link(of)}.`,
  again: (_, of) => `The next try of ${link(of)} is due.`,
  again_early: (_, of) => `${link(of)} is tried again.`,
  payout_checked: (_, of) => `The payout of ${link(of)} is looked at before it leaves.`,
  payout_sent: (_, of) => `The payout of ${link(of)} leaves.`,
  lapse: (_, of) => `The time of ${link(of)} is over.`,
  approve: (_, of) => `The shopper pays ${link(of)}: the service approves it.`,
  reject: (_, of) => `The service rejects ${link(of)}.`,
  complete: () => "The shopper completes the cart.",
  completion_fails: () => "Medusa fails, and goes back.",
  post_same: () => "The shopper chooses the same method again: a new session.",
  post_other: () => "The shopper chooses another method: a new session.",
  change_cart: () => "The shopper changes the cart: its sessions are deleted.",
  cancel: () => "Somebody cancels the order: its payments are read.",
  refund_order: () => "An operator refunds the order's payment.",
  crash_of_completion: (_, of) => `The process of the shopper's completion dies${TORN[of]}.`,
  crash_of_post: () => "The process dies that was posting the session.",
}

const JOBS = ["", "settle", "end", "decide about", "give up booking of"]
const PLACES: Record<number, string> = {
  [AT.completing]: "waits for its completion",
  [AT.refused]: "notes that Medusa refused",
  [AT.hindered]: "notes that something is in the way",
  [AT.finish]: "releases what it holds",
  [AT.canceling]: "reads the order's payments to cancel it",
  [AT.cancels]: "cancels the order",
  [AT.ends]: "notes the end",
}

/** What the event does, as a sentence that needs no knowledge of the model. */
function sentence(
  before: World,
  event: number,
  swapped: boolean,
  plan: (of: number) => Plan
): string {
  const { name } = EVENTS[kindOf(event)]
  const of = ofOf(event)
  const who = (at: number): string => `Worker ${swapped ? 2 - at : at + 1}`
  switch (name) {
    case "work":
      return `${who(of & 1)} ${deed(before, of & 1, plan)}.`
    case "crash":
      return `The process of ${who(of & 1).toLowerCase()} dies${TORN[of >> 1]}.`
    case "freeze":
      return `${who(of)} freezes for minutes: its lease and its lock run out.`
    case "settle":
      return `${freeOf(before, who)} takes ${link(of)} to settle it.`
    case "end":
      return `${freeOf(before, who)} takes ${link(of)} to end it.`
    case "resolve":
      return `A person decides about ${link(of & 1)}: ${Reflect.get(ACTIONS, of >> 1)}. ${freeOf(before, who)} carries it out.`
    case "completion": {
      const by = before.cart.completion_by
      const whose =
        by === OWNER.shopper ? "The shopper's completion" : `${who(by - 1)}'s completion`
      return `${whose} ${COMPLETION[before.cart.completion]}.`
    }
    default:
      return SENTENCES[name](before, of)
  }
}

function freeOf({ workers }: World, who: (at: number) => string): string {
  return who(workers.findIndex((one) => one.job === JOB.idle))
}

function deed(before: World, at: number, plan: (of: number) => Plan): string {
  const worker = before.workers[at]
  const place = PLACES[worker.at]
  if (place !== undefined) {
    return place
  }
  if (worker.job !== JOB.settle) {
    return `goes on to ${JOBS[worker.job]} ${link(worker.link)}`
  }
  if (worker.at === AT.read) {
    return "reads the facts"
  }
  const { act, kind } = plan(worker.plan)
  const step = act === "ask" || act === "exclude" ? `${act}, ${kind}` : act
  const goesOn = worker.at === AT.act ? "takes the step" : "goes on with"
  return `${goesOn} "${step}" for ${link(worker.link)}`
}

/** The way to a broken rule, one sentence an event. */
export async function tell(start: World, way: readonly number[], rules?: Rules): Promise<string[]> {
  const steps = await replay(start, way, rules)
  return steps.map(({ before, event, swapped, reader }) =>
    sentence(before, event, swapped, (number) => reader.plan(number))
  )
}
