import { Router, type Request, type Response } from "express"
import type { Context } from "../context"
import { isMethod } from "../catalog"
import { isOpen, type Transaction } from "../transaction"
import { isPayable, offeredMethods } from "./all-methods-page"
import { findBank } from "./banks"
import { readCardForm } from "./card-page"
import { fieldsOf, type Fields } from "./fields"
import { show, viewFor, withTransaction } from "./hosted"
import { readPaidAmount } from "./paid-amount"
import { findTestCard } from "./test-cards"

/** What is wrong with what was posted; null when the act was done or did not apply. */
type Problems = { errors: Fields; values?: Fields } | null

interface Visit {
  context: Context
  request: Request
  response: Response
  transaction: Transaction
  fields: Fields
}

/** What a shopper does on the hosted page; each act ends on the page itself (303). */
const ACTS: Record<string, (visit: Visit) => Problems> = {
  method: chooseMethod,
  bank: chooseBank,
  back: goBack,
  pay,
  card: payByCard,
  challenge: answerChallenge,
  outcome: chooseOutcome,
}

/** `POST /pay/:ticket/<act>`; a GET of such an address (reload, language switch) shows the page. */
export function visitRouter(context: Context): Router {
  const router = Router({ mergeParams: true })
  router.get("/:act", (request: Request<{ ticket: string }>, response) => {
    const lang =
      request.query.lang === "en" || request.query.lang === "es" ? request.query.lang : ""
    response.redirect(303, `/pay/${request.params.ticket}${lang === "" ? "" : `?lang=${lang}`}`)
  })
  for (const [name, act] of Object.entries(ACTS)) {
    router.post(`/${name}`, (request: Request<{ ticket: string }>, response) => {
      withTransaction(context, request, response, (transaction) => {
        const fields = fieldsOf(request.body)
        const problems = isOpen(transaction)
          ? act({ context, request, response, transaction, fields })
          : null
        if (problems) show(context, request, response, transaction, { values: {}, ...problems })
        else response.redirect(303, `/pay/${transaction.ticket}`)
      })
    })
  }
  return router
}

function sayOf({ context, request, response, transaction }: Visit) {
  return viewFor(context, request, response, transaction).say
}

function chooseMethod(visit: Visit): Problems {
  const { context, request, response, transaction, fields } = visit
  const view = viewFor(context, request, response, transaction)
  const method = fields.method ?? ""
  if (transaction.method !== "ALL_METHODS" || transaction.visit.step !== "start") return null
  if (!isMethod(method) || !offeredMethods(view).includes(method)) {
    return { errors: { method: view.say("Elija un medio de pago.", "Choose a payment method.") } }
  }
  if (!isPayable(view, method)) {
    return {
      errors: {
        method: view.say(
          "Ese medio no acepta este monto: elija otro.",
          "That method does not take this amount: choose another."
        ),
      },
    }
  }
  transaction.visit.method = method
  return null
}

function chooseBank(visit: Visit): Problems {
  const { transaction, fields } = visit
  const { method } = transaction.visit
  if (method !== "PSE" && method !== "BANK_TRANSFER") return null
  const bank = findBank(transaction.country, fields.bank)
  if (!bank) {
    const text = sayOf(visit)("Elija un banco para continuar.", "Choose a bank to continue.")
    return { errors: { bank: text }, values: fields }
  }
  transaction.visit.bank = bank.code
  if (method === "PSE") {
    transaction.visit.person_type = fields.person_type === "JURIDICA" ? "JURIDICA" : "NATURAL"
  }
  transaction.visit.step = "confirm"
  return null
}

function goBack({ transaction }: Visit): Problems {
  const { visit } = transaction
  if (visit.step === "processing") return null
  if (visit.step === "start") visit.method = transaction.method
  visit.step = "start"
  visit.coming = null
  visit.bank = null
  visit.card = null
  return null
}

function pay({ context, transaction }: Visit): Problems {
  const { visit } = transaction
  const ready = visit.step === "confirm" || (visit.method === "TRANSFIYA" && visit.step === "start")
  if (!ready) return null
  const coming = context.outcomes.decide(transaction)
  if (coming === null) visit.step = "processing"
  else context.outcomes.run(transaction, coming, context.behaviour.settleAfterMs)
  return null
}

function payByCard(visit: Visit): Problems {
  const { context, transaction, fields } = visit
  if (transaction.visit.method !== "CARD" || transaction.visit.step !== "start") return null
  const form = readCardForm(fields, sayOf(visit), context.clock.now(), findTestCard)
  if ("errors" in form) return form
  const { card } = form
  transaction.visit.card = card.used
  transaction.visit.bank = card.used.bank
  if (card.challenge) {
    transaction.visit.coming = card.outcome
    transaction.visit.step = "challenge"
    return null
  }
  context.outcomes.run(transaction, card.outcome, context.behaviour.cardResultAfterMs)
  return null
}

function answerChallenge(visit: Visit): Problems {
  const { context, transaction, fields } = visit
  const { step, coming } = transaction.visit
  if (step !== "challenge" || coming === null) return null
  if (!/^\d{6}$/.test((fields.code ?? "").replace(/\s/g, ""))) {
    const text = sayOf(visit)("El código tiene seis dígitos.", "The code has six digits.")
    return { errors: { code: text } }
  }
  context.outcomes.run(transaction, coming, context.behaviour.cardResultAfterMs)
  return null
}

/** The sandbox strip: how it ends is what the person says, whatever the rules are. */
function chooseOutcome(visit: Visit): Problems {
  const { context, transaction, fields } = visit
  if (fields.outcome === "approve") {
    const paid = readPaidAmount(fields.amount, transaction, context.behaviour)
    if (paid === null) {
      const text = sayOf(visit)(
        "Escriba un monto mayor que cero, por ejemplo 50000.",
        "Enter an amount above zero, for example 50000."
      )
      return { errors: { amount: text }, values: fields }
    }
    const amount = paid === transaction.amount ? {} : { amount: paid }
    context.outcomes.force(transaction, { status: "APPROVED", ...amount })
  }
  if (fields.outcome === "reject") context.outcomes.force(transaction, { status: "REJECTED" })
  if (fields.outcome === "expire") {
    context.outcomes.force(transaction, { status: "EXPIRED" }, context.behaviour.notifyOnExpiry)
  }
  return null
}
