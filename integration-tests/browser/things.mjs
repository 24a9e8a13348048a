import { inviteColleague, signIn } from "../demo/steps/admin.mjs"
import { SELLER } from "../demo/steps/settings.mjs"
import { control } from "./control.mjs"
import { draft } from "./draft.mjs"
import { lost, rejected, waiting } from "./payouts.mjs"
import { mispaid, unpaid } from "./sale.mjs"
import { buyByCard, buyWithPse } from "./shopper.mjs"
import { subscribe } from "./subscriber.mjs"
import { until } from "./until.mjs"

const RICH = 50_000_000

/**
 * Fills the shop as if it had been open for a while: every page shows something, and every errand has work.
 *
 * @param whileWell is awaited before anything goes wrong in the shop
 */
export async function prepareThings(browser, stack, whileWell = null) {
  const ask = await signIn(stack.medusa)
  await control(stack, "wallets/sandbox-co", { amount: RICH, currency: "COP" })
  const first = (await ask("/admin/payin/transactions?status=approved")).transactions.find(
    ({ settled_at, ticket }) => settled_at !== null && ticket !== null
  )
  // Before the payouts: a user who is younger than a payout may not approve it.
  const colleague = await inviteColleague(stack.medusa)
  // They wait for Medusa's jobs more than for a core: at the same time.
  const well = allOf({
    sold: buyWithPse(browser, stack).then((number) => soldTo(number, ask)),
    refund_page: askShopper(ask, first.order_id),
    unpaid: unpaid(stack),
    subscription: subscribe(stack),
    waiting: Promise.all([waiting(ask), waiting(ask)]),
    draft: draft(stack, ask),
    held: buyByCard(browser, stack).then((number) => orderOf(number, ask)),
  })
  if (whileWell !== null) {
    await well
    await whileWell()
  }
  const wrong = allOf({ anomaly: mispaid(stack, 100_000), returned: notPaid(stack, ask) })
  const { returned, anomaly } = await wrong
  return {
    ...(await well),
    colleague,
    ...returned,
    anomaly,
    transaction: first,
    event: (await ask("/admin/payin/events")).events[0],
    payout: (await ask("/admin/payin/payouts?status=approved")).payouts[0],
    beneficiary: (await ask("/admin/payin/beneficiaries")).beneficiaries[0],
    unconfirmed: await unconfirmed(ask),
    raised: await changedSeller(ask),
  }
}

/** The seller's account changed and the share was raised: both wait for a second person. Answers the rule. */
async function changedSeller(ask) {
  const [rule] = (await ask("/admin/payin/payout-rules")).payout_rules
  await ask(`/admin/payin/beneficiaries/${rule.beneficiary_id}`, {
    payment_method: SELLER.payment_method,
    destination: { ...SELLER.destination, account_number: "00000000011111" },
  })
  const { payout_rule } = await ask(`/admin/payin/payout-rules/${rule.id}`, { percent: 80 })
  return payout_rule
}

/** A supplier whose account nobody confirmed yet. */
async function unconfirmed(ask) {
  const { beneficiary } = await ask("/admin/payin/beneficiaries", {
    ...SELLER,
    name: "Fibras Andinas",
  })
  return beneficiary
}

/** One after the other: both tell the service how to treat the next payout that is sent. */
async function notPaid(stack, ask) {
  return { rejected: await rejected(stack, ask), lost: await lost(stack, ask) }
}

async function allOf(promises) {
  const values = await Promise.all(Object.values(promises))
  return Object.fromEntries(Object.keys(promises).map((name, index) => [name, values[index]]))
}

async function orderOf(number, ask) {
  const { orders } = await ask("/admin/orders?fields=id,display_id&order=-created_at&limit=20")
  return orders.find(({ display_id }) => String(display_id) === number)
}

async function soldTo(number, ask) {
  const { id } = await orderOf(number, ask)
  return until("a settled payment", async () => {
    const { transactions } = await ask(`/admin/payin/transactions?order_id=${id}`)
    return transactions.find(({ settled_at }) => settled_at !== null)
  })
}

/** A refund of which nobody said where it goes, and the page where the shopper can say it. */
async function askShopper(ask, orderId) {
  const { payout } = await ask(`/admin/payin/orders/${orderId}/refund`, { amount: "5000" })
  const { url } = await ask(`/admin/payin/payouts/${payout.id}/destination-link`, {})
  return url
}
