import { signIn } from "../demo/steps/admin.mjs"
import { inviteColleague } from "./colleague.mjs"
import { control } from "./control.mjs"
import { draft } from "./draft.mjs"
import { lost, rejected, waiting } from "./payouts.mjs"
import { underpaid, unpaid } from "./sale.mjs"
import { buyByCard, buyWithPse } from "./shopper.mjs"
import { subscribe } from "./subscriber.mjs"
import { until } from "./until.mjs"

const RICH = 50_000_000

/** What a shop has that was open for a while: something to see on every page, and to do in every errand. */
export async function prepareThings(browser, stack) {
  const ask = await signIn(stack.medusa)
  await control(stack, "wallets/sandbox-co", { amount: RICH, currency: "COP" })
  const first = (await ask("/admin/payin/transactions?status=approved")).transactions.find(
    ({ settled_at, ticket }) => settled_at !== null && ticket !== null
  )
  return {
    sold: await soldTo(await buyWithPse(browser, stack), ask),
    refund_page: await askShopper(ask, first.order_id),
    anomaly: await underpaid(stack),
    unpaid: await unpaid(stack),
    subscription: await subscribe(stack),
    colleague: await inviteColleague(stack),
    waiting: [await waiting(ask), await waiting(ask)],
    rejected: await rejected(stack, ask),
    lost: await lost(stack, ask),
    draft: await draft(stack, ask),
    transaction: first,
    event: (await ask("/admin/payin/events")).events[0],
    payout: (await ask("/admin/payin/payouts?status=approved")).payouts[0],
    beneficiary: (await ask("/admin/payin/beneficiaries")).beneficiaries[0],
    held: await orderOf(await buyByCard(browser, stack), ask),
  }
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
