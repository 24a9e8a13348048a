/**
 * By this context a job of the plugin marks a payment session that it opens. Medusa hands the
 * context to the provider unchanged, and no storefront can write it: its routes take `provider_id`
 * and `data` only.
 */
export const JOB_CONTEXT: { payin_job: true; customer?: undefined } = { payin_job: true }

/**
 * Who opens a payment session: a job of the plugin, a customer who is signed in, or a guest
 * (`customer_id: null`).
 */
export interface SessionOpener {
  is_job: boolean
  customer_id: string | null
}

/**
 * Reads the opener from Medusa's context.
 *
 * @param context as the provider got it
 */
export function sessionOpener(
  context: { customer?: { id?: string } | null; [key: string]: unknown } | undefined
): SessionOpener {
  return {
    is_job: context?.payin_job === true,
    customer_id: context?.customer?.id ?? null,
  }
}
