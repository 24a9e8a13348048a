import { setTimeout as sleep } from "node:timers/promises"
import { inviteColleague, signIn } from "./admin.mjs"
import { step } from "./progress.mjs"
import { pesos } from "./sale.mjs"
import { EXAMPLES, HANGS_MS, PlainError, SELLER, SUPPLIER } from "./settings.mjs"

const SELLER_PERCENT = 70

/**
 * Money that goes out, as an operator and a fulfillment driver see to it: the seller is paid on delivery by a rule,
 * a supplier on a Bre-B key, and the shopper gets a part of the sale back on a bank account. Returns the last two:
 * the refund waits half a minute, because Medusa may take it back (docs/refunds-and-payouts.md).
 */
export async function payOut({ backend_url, seed, order, sandbox }) {
  const admin = await signIn(backend_url)
  // Before anything that they approve: who became a user later may not.
  const colleague = await signIn(backend_url, await inviteColleague(backend_url))
  await step(`Rule: the seller gets ${SELLER_PERCENT} % on delivery`, () => hireSeller(admin, seed))
  await step("A second person confirms the seller's account and the rule", () =>
    confirmSeller(colleague, seed)
  )
  await step("A second person approves a payout above the limit", () =>
    payAboveLimit(admin, colleague, sandbox)
  )
  const { invoice } = await step("Payout of a supplier's invoice to a Bre-B key", () =>
    payToKey(admin)
  )
  const { refund } = await step("Refund of one chocolate to a bank account", () =>
    refundOne(admin, order)
  )
  await step("Parcel packed and delivered", () => deliver(admin, order, seed))
  return { refund, invoice }
}

/** Waits until all three payouts are. The seller's share waits as long: a refund that Medusa takes back would not lower it. */
export async function paidOut({ backend_url, order, refund, invoice }) {
  const admin = await signIn(backend_url)
  const { supplied } = await step("Supplier's invoice", () => paidToKey(admin, invoice))
  const { refunded } = await step("Shopper's refund", () =>
    approved(admin, `q=${refund.id}`, "refunded")
  )
  const { share } = await step("Seller's payout", () =>
    approved(admin, `order_id=${order.id}&source=rule`, "share")
  )
  return { payouts: [share, refunded, supplied] }
}

/** Once: a second demo on the same data finds the seller. */
async function hireSeller(admin, { stock_location_id }) {
  const { beneficiaries } = await admin(
    `/admin/payin/beneficiaries?stock_location_id=${stock_location_id}`
  )
  if (beneficiaries.length > 0) return `${beneficiaries[0].name}, as before`
  const { beneficiary } = await admin("/admin/payin/beneficiaries", {
    ...SELLER,
    stock_location_id,
  })
  await admin("/admin/payin/payout-rules", {
    beneficiary_id: beneficiary.id,
    stock_location_id,
    percent: SELLER_PERCENT,
    trigger: "delivery.created",
    tax: true,
  })
  return beneficiary.name
}

/** Safe to repeat: a confirmation that was made before answers the same. */
async function confirmSeller(colleague, { stock_location_id }) {
  const place = `stock_location_id=${stock_location_id}`
  const { beneficiaries } = await colleague(`/admin/payin/beneficiaries?${place}`)
  const { payout_rules } = await colleague(`/admin/payin/payout-rules?${place}`)
  for (const { id, version } of beneficiaries) {
    await colleague(`/admin/payin/beneficiaries/${id}/approve`, { version })
  }
  for (const { id, version } of payout_rules) {
    await colleague(`/admin/payin/payout-rules/${id}/approve`, { version })
  }
  return "by Carla Colega"
}

async function payAboveLimit(admin, colleague, sandbox) {
  sandbox.setWallet(sandbox.merchants[0].merchantId, 2_000_000)
  const { options } = await admin("/admin/payin/status")
  const amount = String(Number(options.approvalAbove.COP ?? 0) + 1000)
  const { payout } = await admin("/admin/payin/payouts", {
    ...{ amount, currency_code: "COP", note: "Invoice 118" },
    ...{ payment_method: SELLER.payment_method, destination: SELLER.destination },
  })
  const { id, version } = payout
  await colleague(`/admin/payin/payouts/${id}/approve`, { version })
  return `${pesos(payout.amount)}, by Carla Colega`
}

async function payToKey(admin) {
  const { payout } = await admin("/admin/payin/payouts", {
    ...{ amount: "25000", currency_code: "COP", note: "Invoice 119" },
    ...{ payment_method: "BREB", destination: SUPPLIER },
  })
  return { invoice: payout, note: `${pesos(payout.amount)} to ${SUPPLIER.account_number}` }
}

/** Once the service named the person who is written: the payout shows who holds the key, masked. */
async function paidToKey(admin, { id }) {
  const { supplied, note } = await approved(admin, `q=${id}`, "supplied")
  if (supplied.key_holder === null) throw new PlainError("Nobody was asked who holds the key")
  const { name, document } = supplied.key_holder
  return { supplied, note: `${note}: the key of ${name}, document …${document}` }
}

async function refundOne(admin, order) {
  const { items } = (await admin(`/admin/orders/${order.id}?fields=*items`)).order
  const chocolate = items.find(({ variant_sku }) => variant_sku === "CHOCOLATE-90") ?? items[0]
  const { legal_doc, legal_doc_type, phone_code, phone_number, email, full_name } = EXAMPLES.co
  const { payout } = await admin(`/admin/payin/orders/${order.id}/refund`, {
    amount: String(chocolate.unit_price),
    note: "Arrived broken",
    destination: {
      ...{ legal_doc, legal_doc_type, phone_code, phone_number, email, full_name },
      ...{ bank: "BANCOLOMBIA", account_number: "00000000012345", account_type: "AHORRO" },
    },
  })
  return { refund: payout, note: `${pesos(payout.amount)} to ${place(payout)}` }
}

async function deliver(admin, order, { stock_location_id }) {
  const path = `/admin/orders/${order.id}/fulfillments`
  const items = order.items.map(({ id, quantity }) => ({ id, quantity }))
  await admin(path, { items, location_id: stock_location_id })
  const { fulfillments } = (await admin(`/admin/orders/${order.id}?fields=*fulfillments`)).order
  await admin(`${path}/${fulfillments[0].id}/mark-as-delivered`, {})
}

/** Waits until the payout that the filter finds is; `name`: what the answer calls it. */
export async function approved(admin, filter, name) {
  const deadline = Date.now() + HANGS_MS
  for (;;) {
    const [payout] = (await admin(`/admin/payin/payouts?${filter}`)).payouts
    if (payout?.status === "approved") {
      return { [name]: payout, note: `${pesos(payout.amount)} to ${place(payout)}, approved` }
    }
    if (payout?.status === "rejected" || Date.now() > deadline) {
      const why = payout?.response_message ?? payout?.reason ?? ""
      throw new PlainError(`The payout stands at "${payout?.status ?? "nothing"}". ${why}`)
    }
    await sleep(500)
  }
}

export const place = ({ destination: { bank, account_last_four } }) =>
  `${bank} …${account_last_four}`
