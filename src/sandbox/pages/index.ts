import express, { Router, type RequestHandler } from "express"
import { endSubscription } from "../cards/subscriptions"
import type { Context } from "../context"
import { fillForm } from "../payout-form"
import { BANK_MESSAGES, REJECTIONS } from "../payout-messages"
import { isOpen } from "../transaction"
import { bankPicture } from "./bank-picture"
import { homePage } from "./home-page"
import { fieldsOf } from "./fields"
import { show, withTransaction } from "./hosted"
import { languageOf } from "./language"
import { stateOf } from "./layout"
import { missingPage } from "./missing-page"
import { payoutFormPage } from "./payout-form-page"
import { visitRouter } from "./visit-routes"

/** Nothing from elsewhere, nothing framed; styles and scripts stand in the page itself. */
const POLICY =
  "default-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'"

const protect: RequestHandler = (_request, response, next) => {
  response.set({
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
  })
  next()
}

/** The hosted pages a shopper sees under `/pay/:ticket`, and the sandbox's own front page. */
export function pagesRouter(context: Context): Router {
  const router = Router()
  router.use(protect, express.urlencoded({ extended: false, limit: "16kb" }))
  router.get("/", (request, response) => {
    response.send(homePage(context, languageOf(request, response)))
  })
  // The buttons of the front page: as on the hosted page, but coming back here.
  router.post("/outcome/:ticket", (request, response) => {
    withTransaction(context, request, response, (transaction) => {
      const { outcome } = fieldsOf(request.body)
      const status = outcome === "approve" ? "APPROVED" : outcome === "reject" ? "REJECTED" : null
      if (status !== null && isOpen(transaction)) context.outcomes.force(transaction, { status })
      response.redirect(303, "/")
    })
  })
  router.post("/payout-outcome/:ticket", (request, response) => {
    const payout = context.store.payouts.ticket(request.params.ticket)
    const { outcome, reason } = fieldsOf(request.body)
    if (payout === null) {
      response.status(404).send(missingPage(languageOf(request, response)))
      return
    }
    if (isOpen(payout) && outcome === "approve") {
      context.payoutOutcomes.force(payout, { status: "APPROVED" })
    } else if (isOpen(payout) && outcome === "reject") {
      const rejection = REJECTIONS.find((one) => one === reason)
      const said = rejection && { response_message: BANK_MESSAGES[rejection] }
      context.payoutOutcomes.force(payout, { status: "REJECTED", ...said })
    }
    response.redirect(303, "/")
  })
  router.post("/card-outcome/:id", (request, response) => {
    const subscription = context.cards.store.subscription(request.params.id)
    const { outcome } = fieldsOf(request.body)
    if (subscription === null) {
      response.status(404).send(missingPage(languageOf(request, response)))
      return
    }
    const status = outcome === "cancel" ? "CANCELLED" : outcome === "expire" ? "EXPIRED" : null
    if (status !== null && subscription.status === "ACTIVE") {
      endSubscription(context, subscription, status)
    }
    response.redirect(303, "/")
  })
  // Of the list of banks: shops show them on pages of their own.
  router.get("/bank-images/:name", (request, response, next) => {
    const picture = bankPicture(request.params.name)
    if (picture === null) next()
    else response.type("image/svg+xml").send(picture)
  })
  router.get("/form/:token", (request, response) => {
    const payout = context.store.payoutOfForm(request.params.token)
    const language = languageOf(request, response)
    const { behaviour } = context
    if (payout === null) response.status(404).send(missingPage(language))
    else response.send(payoutFormPage({ payout, behaviour, language, wrong: null, values: {} }))
  })
  router.post("/form/:token", (request, response) => {
    const payout = context.store.payoutOfForm(request.params.token)
    const language = languageOf(request, response)
    const { behaviour } = context
    if (payout === null) {
      response.status(404).send(missingPage(language))
      return
    }
    const values = fieldsOf(request.body)
    const { bank = "", account_number = "", account_type = "" } = values
    const wrong = fillForm(context, payout, { bank, account_number, account_type })
    if (wrong === null) response.redirect(303, request.originalUrl)
    else response.status(422).send(payoutFormPage({ payout, behaviour, language, wrong, values }))
  })
  router.get("/pay/:ticket", (request, response) => {
    withTransaction(context, request, response, (transaction) => {
      show(context, request, response, transaction)
    })
  })
  router.get("/pay/:ticket/state", (request, response) => {
    const transaction = context.store.ticket(request.params.ticket)
    if (transaction) context.outcomes.expireIfDue(transaction)
    if (transaction) response.json({ status: transaction.status, state: stateOf(transaction) })
    else response.status(404).json({ status: null, state: null })
  })
  router.use("/pay/:ticket", visitRouter(context))
  router.use((request, response) => {
    response.status(404).send(missingPage(languageOf(request, response)))
  })
  return router
}
