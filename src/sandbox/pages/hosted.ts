import type { Request, Response } from "express"
import type { Context } from "../context"
import { paymentUrl } from "../pay-in"
import { isOpen, type Transaction } from "../transaction"
import { allMethodsPage } from "./all-methods-page"
import { bankPage, confirmPage } from "./bank-page"
import { cardPage, challengePage } from "./card-page"
import { languageOf, speaker } from "./language"
import type { View } from "./layout"
import { missingPage } from "./missing-page"
import { expiredPage, processingPage, resultPage } from "./result-page"
import { breBPage, qrPage, speiPage, transfiyaPage } from "./transfer-pages"
import { voucherPage } from "./voucher-page"

/** Runs with the transaction of the address, its expiry settled; else says that there is none. */
export function withTransaction(
  context: Context,
  request: Request,
  response: Response,
  act: (transaction: Transaction) => void
): void {
  const transaction = context.store.ticket(request.params.ticket)
  if (!transaction) {
    response.status(404).send(missingPage(languageOf(request, response)))
    return
  }
  context.outcomes.expireIfDue(transaction)
  act(transaction)
}

export function show(
  context: Context,
  request: Request,
  response: Response,
  transaction: Transaction,
  problems: Pick<View, "errors" | "values"> = { errors: {}, values: {} }
): void {
  const view = viewFor(context, request, response, transaction, problems)
  const { status } = transaction
  if (!isOpen(transaction) && status !== "EXPIRED" && context.behaviour.returnAfterSeconds === 0) {
    response.redirect(303, transaction.redirect_url)
    return
  }
  if (Object.keys(problems.errors).length > 0) response.status(422)
  response.send(pageOf(view, paymentUrl(context, transaction)))
}

export function viewFor(
  context: Context,
  request: Request,
  response: Response,
  transaction: Transaction,
  problems: Pick<View, "errors" | "values"> = { errors: {}, values: {} }
): View {
  const language = languageOf(request, response)
  return {
    transaction,
    behaviour: context.behaviour,
    language,
    say: speaker(language),
    path: `/pay/${transaction.ticket}`,
    ...problems,
  }
}

function pageOf(view: View, address: string): string {
  const { transaction } = view
  const { step, method } = transaction.visit
  if (transaction.status === "EXPIRED") return expiredPage(view)
  if (!isOpen(transaction)) return resultPage(view)
  if (step === "processing") return processingPage(view)
  if (step === "challenge") return challengePage(view)
  if (step === "confirm") return confirmPage(view)
  switch (method) {
    case "ALL_METHODS":
      return allMethodsPage(view)
    case "PSE":
    case "BANK_TRANSFER":
      return bankPage(view)
    case "TRANSFIYA":
      return transfiyaPage(view)
    case "CARD":
      return cardPage(view)
    case "QR":
      return qrPage(view, address)
    case "BREB":
      return breBPage(view)
    case "SPEI":
      return speiPage(view)
    case "EFECTY":
    case "CASH":
    case "CASH_BANK":
    case "CASH_STORE":
    case "CASH_ALL":
    case "OXXO":
    case "PAGOEFECTIVO":
      return voucherPage(view)
  }
}
