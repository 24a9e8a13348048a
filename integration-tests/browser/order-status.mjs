import { signIn } from "../demo/steps/admin.mjs"
import { until } from "./until.mjs"

/** How the order's payment stands, as the admin is told. */
export async function statusOf({ medusa }, orderId) {
  const ask = await signIn(medusa)
  return (await ask(`/admin/orders/${orderId}?fields=payment_status`)).order.payment_status
}

export async function captured(stack, orderId) {
  await until("a captured order", async () => (await statusOf(stack, orderId)) === "captured")
}
