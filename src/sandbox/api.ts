import { Router, type RequestHandler } from "express"
import { refusal } from "./answers"
import { resolveKey } from "./breb-keys"
import type { Context } from "./context"
import { listBanks } from "./direct"
import { lookUp } from "./lookup"
import { merchantProfile } from "./merchant"
import { operation } from "./operation"
import { createPayIn } from "./pay-in"
import { createPayOut } from "./pay-out"
import { createPayOutForm } from "./payout-form"

/** The payment API itself (docs/service.md#addresses). */
export function apiRouter(context: Context): Router {
  const router = Router({ caseSensitive: true })
  router
    .route("/v1/payin")
    .post(
      operation(context, "create", (merchant, body, fault) =>
        createPayIn(context, merchant, body, fault)
      )
    )
    .all(wrongMethod("POST"))
  router
    .route("/v2/payin")
    .post(
      operation(context, "create", (merchant, body, fault) =>
        createPayIn(context, merchant, body, fault, 2)
      )
    )
    .all(wrongMethod("POST"))
  router
    .route("/v1/pse/banks")
    .get(operation(context, "banks", () => listBanks(context)))
    .all(wrongMethod("GET"))
  router
    .route("/v1/breb/key/:key/resolve")
    .get(
      operation(context, "resolve", (_merchant, _body, _fault, request) =>
        resolveKey(context, request.params.key)
      )
    )
    .all(wrongMethod("GET"))
  router
    .route("/v1/payout")
    .post(
      operation(context, "payout", (merchant, body, fault) =>
        createPayOut(context, merchant, body, fault)
      )
    )
    .all(wrongMethod("POST"))
  router
    .route("/v1/payout/form")
    .post(
      operation(context, "payout", (merchant, body, fault) =>
        createPayOutForm(context, merchant, body, fault)
      )
    )
    .all(wrongMethod("POST"))
  router
    .route("/v1/transaction/:ticketOrReference")
    .post(
      operation(context, "lookup", (merchant, body, fault, request) =>
        lookUp(context, merchant, request.params.ticketOrReference, body, fault)
      )
    )
    .all(wrongMethod("POST"))
  router
    .route("/v1/merchant/me")
    .get(operation(context, "merchant", (merchant) => merchantProfile(context, merchant)))
    .all(wrongMethod("GET"))
  router.use((request, response) => {
    const { status, body } = refusal(404, "ROUTE_NOT_FOUND", `No existe ${request.originalUrl}.`)
    response.status(status).json(body)
  })
  return router
}

function wrongMethod(allowed: string): RequestHandler {
  return (request, response) => {
    const message = `Use ${allowed} para ${request.baseUrl}${request.path}.`
    const { status, body } = refusal(405, "METHOD_NOT_ALLOWED", message)
    response.set("allow", allowed).status(status).json(body)
  }
}
