import { MedusaError } from "@medusajs/framework/utils"

interface Counting {
  maybeUpdatePaymentCollection_(id: string): Promise<void>
}

/**
 * What Medusa calls after each of its own writes (payment-module.js). It has no public method that only
 * counts.
 */
function counts(service: object): service is Counting {
  return "maybeUpdatePaymentCollection_" in service
}

/** Has Medusa's payment module count a collection's money again after rows were removed. */
export async function recountCollection(payments: object, id: string): Promise<void> {
  if (!counts(payments)) {
    throw new MedusaError(
      MedusaError.Types.UNEXPECTED_STATE,
      "This Medusa has no maybeUpdatePaymentCollection_."
    )
  }
  await payments.maybeUpdatePaymentCollection_(id)
}
