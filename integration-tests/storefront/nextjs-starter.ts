/**
 * The parts of Medusa's Next.js storefront that docs/checkout-nextjs.md changes or calls, as they
 * stand in dtc-starter 1.0.3 (`apps/storefront`), by their path.
 */
export const STARTER: Readonly<Record<string, string>> = {
  "tailwind.config.js": `const path = require("path")

module.exports = {
  darkMode: "class",
  presets: [require("@medusajs/ui-preset")],
  content: [
    "./src/app/**/*.{js,ts,jsx,tsx}",
    "./src/pages/**/*.{js,ts,jsx,tsx}",
    "./src/components/**/*.{js,ts,jsx,tsx}",
    "./src/modules/**/*.{js,ts,jsx,tsx}",
  ],
}
`,
  "src/lib/constants.tsx": `import React from "react"
const CreditCard = () => <svg />

export const paymentInfoMap: Record<
  string,
  { title: string; icon: React.JSX.Element }
> = {
  pp_system_default: {
    title: "Manual Payment",
    icon: <CreditCard />,
  },
  // Add more payment providers here
}

export const isStripeLike = (providerId?: string) => {
  return (
    providerId?.startsWith("pp_stripe_") || providerId?.startsWith("pp_medusa-")
  )
}
export const isManual = (providerId?: string) => {
  return providerId?.startsWith("pp_system_default")
}
`,
  "src/lib/data/cookies.ts": `
export declare const getAuthHeaders: () => Promise<
  { authorization: string } | Record<string, never>
>
export declare const getCacheTag: (tag: string) => Promise<string>
export declare const getCartId: () => Promise<string | undefined>
export declare const removeCartId: () => Promise<void>
`,
  "src/modules/checkout/components/payment-button/index.tsx": `"use client"

import { isManual, isStripeLike } from "@lib/constants"
import { HttpTypes } from "@medusajs/types"
import React from "react"

type PaymentButtonProps = {
  cart: HttpTypes.StoreCart
  "data-testid": string
}

const PaymentButton: React.FC<PaymentButtonProps> = ({
  cart,
  "data-testid": dataTestId,
}) => {
  const notReady =
    !cart ||
    !cart.shipping_address ||
    !cart.billing_address ||
    !cart.email ||
    (cart.shipping_methods?.length ?? 0) < 1

  const paymentSession = cart.payment_collection?.payment_sessions?.[0]

  switch (true) {
    case isStripeLike(paymentSession?.provider_id):
      return <button disabled={notReady} data-testid={dataTestId} />
    case isManual(paymentSession?.provider_id):
      return <button disabled={notReady} data-testid={dataTestId} />
    default:
      return <button disabled>Select a payment method</button>
  }
}

export default PaymentButton
`,
  "next-env.d.ts": `
declare module "next/cache" {
  export function revalidateTag(tag: string): undefined
}
declare const process: { env: Record<string, string | undefined> }
`,
}
