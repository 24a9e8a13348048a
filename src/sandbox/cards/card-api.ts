import { Router, type Request } from "express"
import type { Answer } from "../answers"
import type { Context } from "../context"
import type { Operation } from "../journal"
import { operation } from "../operation"
import { authorize, renew } from "./authorizations"
import { capture } from "./captures"
import { CARD_DIALECT, refused } from "./card-answers"
import type { CardCall } from "./card-call"
import { cancelSubscription, createSubscription } from "./subscriptions"

interface CardRoute {
  operation: Operation
  path: string
  handle: (context: Context, call: CardCall) => Answer
}

/** Create and cancel have no `v1`, the others do (docs/service.md#addresses). */
const ROUTES: readonly CardRoute[] = [
  { operation: "card_subscribe", path: "/subscription/card", handle: createSubscription },
  { operation: "card_cancel", path: "/subscription/card/cancel", handle: cancelSubscription },
  { operation: "card_authorize", path: "/v1/subscription/card/authorize", handle: authorize },
  { operation: "card_renew", path: "/v1/subscription/card/authorize/renewal", handle: renew },
  { operation: "card_capture", path: "/v1/subscription/card/capture", handle: capture },
]

/** The card-payment API (docs/service.md#cards). */
export function cardApiRouter(context: Context): Router {
  const router = Router({ caseSensitive: true })
  for (const { operation: name, path, handle } of ROUTES) {
    router
      .route(path)
      .post(
        operation(
          context,
          name,
          (merchant, input, fault, request) => {
            if (header(request, "x-merchant-id") !== merchant.merchantId) {
              return refused(404, "NOT_FOUND", "El comercio no existe.")
            }
            const requestId = header(request, "x-request-id")
            return handle(context, { merchant, requestId, input, fault })
          },
          CARD_DIALECT
        )
      )
      .all((request, response) => {
        const message = `Use POST para ${request.baseUrl}${request.path}.`
        const { status, body } = refused(405, "METHOD_NOT_ALLOWED", message)
        response.set("allow", "POST").status(status).json(body)
      })
  }
  router.use((request, response) => {
    const { status, body } = refused(404, "ROUTE_NOT_FOUND", `No existe ${request.originalUrl}.`)
    response.status(status).json(body)
  })
  return router
}

/** The dialect lets no call in without it. */
function header(request: Request, name: string): string {
  return request.get(name) ?? ""
}
