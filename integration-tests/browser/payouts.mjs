import { control } from "./control.mjs"
import { DESTINATION } from "./errands/forms.mjs"
import { until } from "./until.mjs"

/** Above what one person may send in the demo. */
const NEEDS_APPROVAL = "600000"

/** A payout that waits for a second person. */
export function waiting(ask) {
  return make(ask, NEEDS_APPROVAL)
}

/** A payout that the bank gave back: no such account. */
export async function rejected(stack, ask) {
  const outcome = (name) => control(stack, "settings", { payouts: { outcome: name } })
  await outcome("reject")
  try {
    return await stands(ask, await make(ask, "41000"), (now) => now.status === "rejected")
  } finally {
    await outcome("approve")
  }
}

/** A payout that got lost on its way to the service, which therefore does not know it. */
export async function lost(stack, ask) {
  await control(stack, "faults", { operation: "payout", kind: "error_before" })
  return stands(ask, await make(ask, "42000"), (now) => now.reason === "not_known")
}

async function make(ask, amount) {
  const { payout } = await ask("/admin/payin/payouts", {
    amount,
    currency_code: "COP",
    payment_method: "BANK_TRANSFER",
    destination: DESTINATION,
    note: "Invoice 118",
  })
  return payout
}

function stands(ask, { id }, there) {
  return until(`payout ${id} as it is wanted`, async () => {
    const { payout } = await ask(`/admin/payin/payouts/${id}`)
    return there(payout) ? payout : null
  })
}
