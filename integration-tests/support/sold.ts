import type { RefundPaymentInput } from "@medusajs/framework/types"
import type { Agent } from "supertest"
import type { Payout } from "../../src/modules/payouts/rows"
import type { Shop } from "./shop"
import { colleague, type PayoutDriver } from "./payout-driver"

/** A sale of 60,000 pesos that is through. */
export async function sold(shop: Shop, data: Record<string, unknown> = {}) {
  const checkout = await shop.checkout("co", data)
  shop.sandbox.settle(checkout.reference, { status: "APPROVED" })
  const order = await shop.captured(checkout.cart.id)
  await shop.digested(checkout.reference)
  return { ...checkout, order, payment: order.payment_collections[0].payments[0] }
}

export type Sale = Awaited<ReturnType<typeof sold>>

/** Somebody who refunds in Medusa's own admin, and looks at what becomes of it. */
export function refundee(shop: Shop, payoutDriver: PayoutDriver) {
  // A user of an earlier test is gone with the rows of that test.
  let signedIn: { agent: Agent; test: string | undefined } | null = null
  const http = async () => {
    const test = expect.getState().currentTestName
    if (signedIn === null || signedIn.test !== test) {
      signedIn = { agent: await shop.admin(), test }
    }
    return signedIn.agent
  }
  return {
    other: colleague("user_other"),
    http,
    async refund({ payment }: Pick<Sale, "payment">, amount: number): Promise<void> {
      await (await http()).post(`/admin/payments/${payment.id}/refund`).send({ amount }).expect(200)
    },
    /**
     * Medusa fails right behind our writing of a refund, and takes its own back. It writes nothing
     * of its own there, so no trigger can fail for it: the call itself does. Answers how to mend
     * it.
     *
     * @param first happens in between, as while the process is frozen
     */
    failBehindUs(first: () => Promise<void> = () => Promise.resolve()): () => void {
      const provider = shop.provider("co")
      const refundPayment = provider.refundPayment.bind(provider)
      Object.assign(provider, {
        refundPayment: async (input: RefundPaymentInput) => {
          await refundPayment(input)
          await first()
          throw new Error("the connection to core's database was lost")
        },
      })
      return () => Object.assign(provider, { refundPayment })
    },
    /** Every payout that gives a sale back, the oldest first. */
    async payouts({ reference }: Pick<Sale, "reference">): Promise<Payout[]> {
      const { id } = await shop.row(reference)
      return payoutDriver.payouts.payouts.ofTransaction(id)
    },
    /** What Medusa's own books say was refunded of an order. */
    async booked({ order: { id } }: Sale) {
      const order = await shop.order(id)
      const [collection] = order.payment_collections
      const sum = order.transactions.reduce(
        (total: number, { amount }: { amount: number }) => total + amount,
        0
      )
      return {
        refunded: Number(collection.refunded_amount),
        transactions: order.transactions.length,
        balance: sum,
        status: order.status,
      }
    },
  }
}
