import { defineMiddlewares } from "@medusajs/framework/http"
import { awaitOrderTurn, guardCheckStatus, guardMarkAsPaid } from "./admin/order-payment-guard"
import { guardOrderCancel, guardRefund } from "./admin/refund-guard"
import { hideIpnKey } from "./hooks/hide-key"
import { guardStandardHook } from "./hooks/standard-hook"
import { guardCompletion } from "./store/completion-guard"
import { guardPaymentSession } from "./store/payment-session-guard"
import { refuseUnreadablePath } from "./unreadable-path"

export default defineMiddlewares({
  routes: [
    // We read the body ourselves: any content type, any bytes, at most 64 kB.
    { matcher: "/hooks/payin/*", methods: ["POST"], bodyParser: false },
    // Whatever the method: a key must not reach the log by a GET either.
    { matcher: "/hooks/payin", middlewares: [hideIpnKey, refuseUnreadablePath] },
    { matcher: "/store/payin", middlewares: [refuseUnreadablePath] },
    {
      matcher: "/hooks/payment/:provider",
      methods: ["POST"],
      bodyParser: { preserveRawBody: true },
      middlewares: [guardStandardHook],
    },
    {
      matcher: "/store/payment-collections/:id/payment-sessions",
      methods: ["POST"],
      middlewares: [guardPaymentSession],
    },
    {
      matcher: "/admin/payment-collections/:id/payment-sessions",
      methods: ["POST"],
      middlewares: [guardPaymentSession],
    },
    {
      matcher: "/admin/payment-collections/:id/mark-as-paid",
      methods: ["POST"],
      middlewares: [guardMarkAsPaid],
    },
    {
      matcher: "/admin/orders/:id/payment-sessions/authorize",
      methods: ["POST"],
      middlewares: [guardCheckStatus],
    },
    { matcher: "/store/carts/:id/complete", methods: ["POST"], middlewares: [guardCompletion] },
    { matcher: "/admin/payments/:id/refund", methods: ["POST"], middlewares: [guardRefund] },
    {
      matcher: "/admin/orders/:id/cancel",
      methods: ["POST"],
      middlewares: [awaitOrderTurn, guardOrderCancel],
    },
  ],
})
