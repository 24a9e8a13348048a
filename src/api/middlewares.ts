import { authenticate, defineMiddlewares, type MiddlewareRoute } from "@medusajs/framework/http"
import { z } from "zod"
import { guardApproverPassword } from "./admin/approver-guard"
import { guardDraftDeletion } from "./admin/draft-guard"
import { noteDrafter, noteMaker, ORDER_MAKERS } from "./admin/order-makers"
import { guardCapture, guardCheckStatus, guardMarkAsPaid } from "./admin/order-payment-guard"
import { guardOrderCancel, guardRefund } from "./admin/refund-guard"
import { refuseRemovedUser } from "./admin/removed-user"
import { refuseForm } from "./admin/form-body"
import { refuseUnreadQuery } from "./admin/unread-query"
import { guardWorkflowRun } from "./admin/workflow-run-guard"
import { guardUpload } from "./admin/upload-guard"
import { hidePayouts, hidePayoutsFromRoles } from "./hide-payouts"
import { refuseDeepBody } from "./deep-body"
import { hideSecrets } from "./hide-secrets"
import { forbidCaching } from "./no-store"
import { guardStandardHook } from "./hooks/standard-hook"
import { awaitLockOf } from "./order-lock"
import { ORDER_WRITERS } from "./order-writers"
import { guardCompletion } from "./store/completion-guard"
import { guardLinePlan } from "./store/line-plan-guard"
import { guardOperatorSession, guardPaymentSession } from "./store/payment-session-guard"
import { refuseUnreadablePath } from "./unreadable-path"
import { ADMIN_POLICIES } from "../domain/operator/admin-policies"

const verb = z.enum(["GET", "POST", "DELETE"])

const orderWriters: MiddlewareRoute[] = Object.entries(ORDER_WRITERS).map(([matcher, orderOf]) => ({
  matcher,
  methods: ["POST"],
  middlewares: [awaitLockOf(orderOf)],
}))

/** Without methods: Medusa's own routes are added below these paths, and run after these. */
const orderMakers: MiddlewareRoute[] = Object.entries(ORDER_MAKERS).map(([matcher, made]) => ({
  matcher,
  middlewares: [noteMaker(made)],
}))

/** Medusa asks for the policy where its feature flag `rbac` is on, and lets everybody through else. */
const adminPolicies: MiddlewareRoute[] = Object.entries(ADMIN_POLICIES).map(([route, policy]) => {
  const [method, path] = route.split(" ")
  return { matcher: `/admin/payin${path}`, methods: [verb.parse(method)], policies: [policy] }
})

/** Answers about persons and their money. */
const PRIVATE = [
  "/store/payin/methods",
  "/store/payin/banks",
  "/store/payin/sessions",
  "/store/payin/saved-cards",
  "/store/payin/subscriptions",
  "/admin/payin",
]

export default defineMiddlewares({
  routes: [
    // We read the body ourselves: any content type, any bytes, at most 64 kB.
    { matcher: "/hooks/payin/*", bodyParser: false },
    // For every method: a key must not reach the log by a GET either.
    { matcher: "/hooks/payin", middlewares: [hideSecrets, refuseUnreadablePath] },
    // Medusa's parsers would log a refused post with its address, so the page reads its form
    // itself.
    { matcher: "/payin/refund/*", bodyParser: false },
    { matcher: "/payin/refund", middlewares: [hideSecrets, refuseUnreadablePath] },
    { matcher: "/payin/pay/*", bodyParser: false },
    { matcher: "/payin/pay", middlewares: [hideSecrets, refuseUnreadablePath] },
    { matcher: "/store", middlewares: [hidePayouts] },
    { matcher: "/admin", middlewares: [hidePayoutsFromRoles] },
    { matcher: "/store/payin", middlewares: [refuseUnreadablePath] },
    ...PRIVATE.map((matcher) => ({ matcher, middlewares: [forbidCaching] })),
    // Only for signed-in customers: each sees, deletes and ends their own.
    {
      matcher: "/store/payin/saved-cards",
      middlewares: [authenticate("customer", ["session", "bearer"])],
    },
    {
      matcher: "/store/payin/subscriptions",
      middlewares: [authenticate("customer", ["session", "bearer"])],
    },
    {
      matcher: "/hooks/payment/:provider",
      methods: ["POST"],
      bodyParser: { preserveRawBody: true },
      middlewares: [guardStandardHook],
    },
    {
      matcher: "/store/payment-collections/:id/payment-sessions",
      methods: ["POST"],
      middlewares: [refuseDeepBody, guardPaymentSession],
    },
    {
      matcher: "/admin/payment-collections/:id/payment-sessions",
      methods: ["POST"],
      middlewares: [refuseDeepBody, guardOperatorSession],
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
    {
      matcher: "/admin/payin/*",
      methods: ["POST", "DELETE"],
      middlewares: [refuseForm, refuseDeepBody, refuseUnreadQuery, refuseRemovedUser],
    },
    {
      matcher: "/admin/payin/payouts/import",
      methods: ["POST"],
      // A file of 1 MB whose quotes and line ends JSON has escaped: what is larger the route itself
      // refuses.
      bodyParser: { sizeLimit: "3mb" },
    },
    { matcher: "/store/carts/:id/complete", methods: ["POST"], middlewares: [guardCompletion] },
    {
      matcher: "/store/carts/:id/line-items/:line_id",
      methods: ["POST"],
      middlewares: [guardLinePlan],
    },
    {
      matcher: "/admin/draft-orders/:id",
      methods: ["DELETE"],
      middlewares: [guardDraftDeletion],
    },
    { matcher: "/admin/payments/:id/capture", methods: ["POST"], middlewares: [guardCapture] },
    { matcher: "/admin/payments/:id/refund", methods: ["POST"], middlewares: [guardRefund] },
    {
      matcher: "/admin/orders/:id/cancel",
      methods: ["POST"],
      middlewares: [awaitLockOf(({ params }) => params.id), guardOrderCancel],
    },
    {
      matcher: "/admin/users/:id/reset-password",
      methods: ["POST"],
      middlewares: [guardApproverPassword],
    },
    {
      matcher: "/admin/uploads",
      methods: ["POST"],
      middlewares: [guardUpload],
    },
    {
      matcher: "/admin/uploads/presigned-urls",
      methods: ["POST"],
      middlewares: [guardUpload],
    },
    {
      matcher: "/admin/workflows-executions/:workflow_id/run",
      methods: ["POST"],
      middlewares: [guardWorkflowRun],
    },
    { matcher: "/admin/draft-orders", methods: ["POST"], middlewares: [noteDrafter] },
    ...orderMakers,
    ...orderWriters,
    ...adminPolicies,
  ],
})
