// No "use client" here: a server component makes a client of a store by the same import.
export * from "./client.ts"
export { PayInCard, type PayInCardProps } from "./card/payin-card.tsx"
export { PayInPayment, type PayInPaymentProps } from "./payment/payin-payment.tsx"
export { PayInReturn, type PayInReturnProps } from "./return/payin-return.tsx"
export type { PayInFailure, PayInOrder } from "./return/tell-once.ts"
export { TAILWIND, type PayInClassNames } from "./shown/class-names.ts"
export { TEXTS, type PayInTexts, type PayInTextOverrides } from "./texts/index.ts"
