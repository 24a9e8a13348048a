import { signIn } from "../demo/steps/admin.mjs"
import { approved } from "../demo/steps/money-out.mjs"
import { PlainError } from "../demo/steps/settings.mjs"

const AMOUNT = "10000"
const DESTINATION = {
  bank: "BANCOLOMBIA",
  account_number: "00000000012345",
  account_type: "AHORRO",
}

/** A store that registers the providers by hand gives them what refunds need: a refund becomes a payout. */
export async function refund({ backend_url, order }) {
  const admin = await signIn(backend_url)
  const [{ payments }] = (
    await admin(`/admin/orders/${order.id}?fields=*payment_collections.payments`)
  ).order.payment_collections
  await admin(`/admin/payments/${payments[0].id}/refund`, { amount: Number(AMOUNT) })
  const { payouts } = await admin(`/admin/payin/payouts?order_id=${order.id}`)
  const [payout] = payouts
  if (payouts.length !== 1 || payout.amount !== AMOUNT) {
    throw new PlainError(`One payout of ${AMOUNT} was expected: ${JSON.stringify(payouts)}`)
  }
  await admin(`/admin/payin/payouts/${payout.id}/destination`, { destination: DESTINATION })
  return { refunded: payout, note: `${payout.amount}, to the account of whoever paid` }
}

/** It waits half a minute before its payout leaves. */
export async function refundPaidOut({ backend_url, refunded }) {
  return approved(await signIn(backend_url), `q=${refunded.id}`, "refunded")
}
