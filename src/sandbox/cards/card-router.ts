import { Router } from "express"
import type { Context } from "../context"
import { browserRouter } from "./browser/browser-router"
import { cardApiRouter } from "./card-api"

/** All that stands under the card-payment API's base address. */
export function cardRouter(context: Context): Router {
  const router = Router()
  router.use("/api", cardApiRouter(context))
  router.use(browserRouter(context))
  return router
}
