/**
 * The control API under /_sandbox: JSON in, JSON out, a thin shell over the methods of `Control`.
 *
 * - `GET /` this list with the JSON schema of every body
 * - `GET /transactions`, `GET /transactions/:id`, `POST /transactions/:id/settle|notify`
 * - `GET /payouts`, `GET /payouts/:id`, `POST /payouts/:id/approve|reject|settle|notify`
 * - `GET /cards/subscriptions|authorizations|captures`, each also with `/:id` but captures
 * - `POST /cards/subscriptions/:id/cancel|expire`, `POST /cards/authorizations/:id/reverse`
 * - `GET /cards/webhooks`, `POST /cards/webhooks/release|drop`, `POST /cards/:id/webhook`
 * - `POST /cards/tokens`, `POST /cards/endpoints/:merchantId`
 * - `GET|POST /settings`
 * - `GET|POST|DELETE /faults`, `DELETE /faults/:id`
 * - `GET /notifications`, `POST /notifications/hold|release|drop`
 * - `GET /requests`, `GET /counters`
 * - `GET|POST /wallets/:merchantId`
 * - `GET /clock`, `POST /clock/advance`, `POST /idle`, `POST /reset`
 *
 * `:id` is a ticket or a reference. A body must be `application/json`, so that no foreign web page
 * can post one. Errors: 400, 404 and 415 with `{ message }`.
 */
import express, { Router, type ErrorRequestHandler, type Request } from "express"
import { z } from "zod"
import {
  advanceSchema,
  notificationFilter,
  releaseSchema,
  requestFilter,
  sendSchema,
  settleSchema,
  transactionFilter,
  walletFilter,
  walletSchema,
} from "./control-bodies"
import { UnknownCardRecordError } from "./cards/card-control"
import { CARD_ROUTES } from "./cards/card-routes"
import type { ControlRoute } from "./control-route"
import { UnknownTransactionError, type Control } from "./control"
import { faultSchema } from "./faults"
import { PAYOUT_ROUTES } from "./payout-routes"
import { behaviourSchema, describeProblem, SettingsError } from "./settings"

const ROUTES: readonly ControlRoute[] = [
  {
    method: "get",
    path: "/transactions",
    does: "The newest transactions first",
    takes: transactionFilter,
    act: (control, { query }) => ({
      transactions: control.transactions(transactionFilter.parse(query)),
    }),
  },
  {
    method: "get",
    path: "/transactions/:id",
    does: "One transaction by ticket or reference",
    act: (control, { params }) => {
      const transaction = control.transaction(params.id)
      if (transaction === null) throw new UnknownTransactionError(params.id)
      return { transaction }
    },
  },
  {
    method: "post",
    path: "/transactions/:id/settle",
    does: "Sets a status now, whatever the present one is; amount in wire units; notify: false, true or the options of notify",
    takes: settleSchema,
    act: (control, { params, body }) => ({
      transaction: control.settle(params.id, settleSchema.parse(body)),
    }),
  },
  {
    method: "post",
    path: "/transactions/:id/notify",
    does: "Sends a notification of the present status, also duplicated (copies), late (delayMs), lost or forged",
    takes: sendSchema,
    act: (control, { params, body }) => ({
      notifications: control.notify(params.id, sendSchema.parse(body ?? {})),
    }),
  },
  ...PAYOUT_ROUTES,
  ...CARD_ROUTES,
  {
    method: "get",
    path: "/settings",
    does: "The present behaviour",
    act: (control) => ({ settings: control.behaviour() }),
  },
  {
    method: "post",
    path: "/settings",
    does: "Changes behaviour from now on; what is left out stays",
    takes: behaviourSchema,
    act: (control, { body }) => ({ settings: control.configure(z.looseObject({}).parse(body)) }),
  },
  {
    method: "get",
    path: "/faults",
    does: "The faults in force",
    act: (control) => ({ faults: control.faults() }),
  },
  {
    method: "post",
    path: "/faults",
    does: "Injects a fault into the next calls of an operation",
    takes: faultSchema,
    act: (control, { body }) => ({ fault: control.injectFault(faultSchema.parse(body)) }),
  },
  {
    method: "delete",
    path: "/faults",
    does: "Ends all faults",
    act: (control) => ({ ended: control.clearFaults() }),
  },
  {
    method: "delete",
    path: "/faults/:id",
    does: "Ends one fault",
    act: (control, { params }) => ({ ended: control.clearFaults(Number(params.id)) }),
  },
  {
    method: "get",
    path: "/notifications",
    does: "Notifications made, the oldest first, with every attempt and its answer",
    takes: notificationFilter,
    act: (control, { query }) => ({
      notifications: control.notifications(notificationFilter.parse(query)),
    }),
  },
  {
    method: "post",
    path: "/notifications/hold",
    does: "From now on notifications wait for release",
    act: (control) => {
      control.holdNotifications()
      return { held: control.notifications({ state: "held" }).length }
    },
  },
  {
    method: "post",
    path: "/notifications/release",
    does: "Sends what is held one after the other, in this order or by these ids, and stops holding",
    takes: releaseSchema,
    act: async (control, { body }) => {
      const { ids, order = "sent", seed } = releaseSchema.parse(body ?? {})
      return { notifications: await control.releaseNotifications(ids ?? order, seed) }
    },
  },
  {
    method: "post",
    path: "/notifications/drop",
    does: "What is held is never sent",
    act: (control) => ({ notifications: control.dropNotifications() }),
  },
  {
    method: "get",
    path: "/requests",
    does: "What the payment API received, the oldest first; secret headers hidden",
    takes: requestFilter,
    act: (control, { query }) => ({ requests: control.requests(requestFilter.parse(query)) }),
  },
  {
    method: "get",
    path: "/counters",
    does: "Calls, refusals, faults, notifications, webhooks, transactions and payouts by status, cards",
    act: (control) => control.counters(),
  },
  {
    method: "get",
    path: "/wallets/:merchantId",
    does: "The wallet in wire units, by default of the merchant's own currency",
    takes: walletFilter,
    act: (control, { params, query }) => ({
      amount: control.wallet(params.merchantId, walletFilter.parse(query).currency),
    }),
  },
  {
    method: "post",
    path: "/wallets/:merchantId",
    does: "Sets the wallet, wire units",
    takes: walletSchema,
    act: (control, { params, body }) => {
      const { amount, currency } = walletSchema.parse(body)
      control.setWallet(params.merchantId, amount, currency)
      return { amount: control.wallet(params.merchantId, currency) }
    },
  },
  {
    method: "get",
    path: "/clock",
    does: "The sandbox's time",
    act: (control) => ({ now: new Date(control.now()).toISOString() }),
  },
  {
    method: "post",
    path: "/clock/advance",
    does: "Moves the clock; everything that becomes due is done before the answer",
    takes: advanceSchema,
    act: async (control, { body }) => {
      await control.advanceClock(advanceSchema.parse(body).ms)
      return { now: new Date(control.now()).toISOString() }
    },
  },
  {
    method: "post",
    path: "/idle",
    does: "Answers once no notification and no webhook is on its way",
    act: async (control) => {
      await control.idle()
      return { idle: true }
    },
  },
  {
    method: "post",
    path: "/reset",
    does: "As new: no transactions, payouts, cards, faults, notifications, counters; first settings and real time",
    act: (control) => {
      control.reset()
      return { reset: true }
    },
  },
]

export function controlRouter(control: Control): Router {
  const router = Router()
  router.use(express.json({ limit: "1mb" }))
  router.get("/", (_request, response) => {
    response.json({ about: "Control API of the PayIn sandbox", routes: ROUTES.map(describe) })
  })
  for (const route of ROUTES) {
    router[route.method](route.path, (request, response, next) => {
      if (request.method === "POST" && hasBody(request) && !request.is("application/json")) {
        response.status(415).json({ message: "send the body as application/json" })
        return
      }
      Promise.resolve()
        .then(() => route.act(control, request))
        .then((answer) => response.json(answer))
        .catch(next)
    })
  }
  router.use((request, response) => {
    response.status(404).json({ message: `no such route: see GET ${request.baseUrl}` })
  })
  router.use(answerError)
  return router
}

function hasBody(request: Request): boolean {
  return (
    Number(request.headers["content-length"] ?? 0) > 0 || "transfer-encoding" in request.headers
  )
}

const answerError: ErrorRequestHandler = (error: unknown, _request, response, _next) => {
  if (error instanceof UnknownTransactionError || error instanceof UnknownCardRecordError) {
    response.status(404).json({ message: error.message })
  } else if (error instanceof z.ZodError) {
    response.status(400).json({ message: describeProblem(error) })
  } else if (error instanceof SettingsError || error instanceof SyntaxError) {
    response.status(400).json({ message: error.message })
  } else {
    response.status(500).json({ message: error instanceof Error ? error.message : String(error) })
  }
}

function describe({ method, path, does, takes }: ControlRoute) {
  return {
    method: method.toUpperCase(),
    path: `/_sandbox${path === "/" ? "" : path}`,
    does,
    takes: takes ? z.toJSONSchema(takes, { io: "input", unrepresentable: "any" }) : null,
  }
}
