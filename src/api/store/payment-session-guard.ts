import type {
  AuthenticatedMedusaRequest,
  MedusaNextFunction,
  MedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import type { CardOptions } from "../../domain/card/options"
import { CARD_DECIMALS, readCardSession, type CardSessionInput } from "../../domain/card/session"
import type { FieldProblem } from "../../domain/privacy/customer-data"
import { directRule } from "../../domain/method/direct"
import {
  AmountError,
  requestedAmount,
  computedAmount,
  type MajorAmount,
} from "../../domain/money/amount"
import type { PayInAccount, PayInOptions } from "../../domain/options/options"
import type { PayerTypists } from "../../domain/payin/payer"
import { makerOf, makersOf, type Operator } from "../../domain/payout/actor"
import { cardProviderId, isCardProvider, payInProviderId } from "../../domain/options/provider-id"
import { problemText } from "../../domain/text/problem-text"
import {
  DECLINES_SECONDS,
  MOST_OPEN_LINKS,
  secondsUntilFewer,
} from "../../domain/payin/request-limit"
import { longerThanMethod, readSessionInput, type SessionInput } from "../../domain/session/input"
import { reviewText } from "../../domain/session/shopper-view"
import type { Language } from "../../domain/text/language"
import { whyNotThisBank } from "../../workflows/payment-link/banks"
import { orderOfCollection } from "../../medusa/links"
import { findOwingOrder } from "../../medusa/owing-order"
import {
  collectionsOf,
  moneyOfCart,
  obstacleToPaying,
  paymentHeld,
  unfitCollection,
} from "../../workflows/payment-link/owing"
import { needsNewLink } from "../../workflows/payment-link/new-link"
import { typistsOf } from "../../workflows/payment-link/payer"
import { servicesOf } from "../../workflows/settle"
import { whyNoLink } from "../../workflows/subscribe"
import { recountOrder } from "../../medusa/repairs/order-summary"
import { operatorOf } from "../admin/payin/posted-values"
import { refuse, type Refusal } from "../refusal"
import { holdLockUntilAnswered } from "../lock-until-answered"
import { languageOf } from "./language"

const body = z.object({ provider_id: z.string(), data: z.unknown().optional() })
const collection = z.object({ amount: z.number(), currency_code: z.string() })

const GIVE_AT_REFUND =
  "refund_destination: only a shopper says it with the payment. Give the bank account with the refund " +
  "(POST /admin/payin/orders/:id/refund), where it is noted who gave it."

const GIVE_IN_CART = {
  field: "refund_destination",
  message:
    "refund_destination: a shopper says it only while the order is not placed. A refund asks for the account.",
  es: "refund_destination: se dice solo antes de hacer el pedido. El reembolso pregunta por la cuenta.",
}

const CARD_OF_SHOPPER =
  "customer_data.legal_doc: only a shopper says with a card whose it is. Send a payment link of the " +
  "order instead (POST /admin/payin/orders/:id/payment-link)."

const BUSY = "Another payment is being started for this cart: try again in a moment."

const ARRIVED =
  "A payment of this cart arrived and is being booked: nothing more is to be paid. Its order follows."

const TOO_MANY_LINKS =
  "This cart has many payment links that can still be paid: pay with the last one, or try again later."

const TOO_MANY_DECLINES =
  "Several cards were declined for this cart: try again later, or pay in another way."

/**
 * Order lock: guards Medusa's own routes for payment sessions, for our providers only. Refuses a
 * wrong value before Medusa deletes the live session, removes unknown keys before Medusa stores
 * them, and lets one post at a time pass per payment collection (Medusa takes no lock there, so two
 * at once would leave two sessions).
 */
export async function guardPaymentSession(
  req: MedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction
): Promise<void> {
  return guard(req, res, next, null)
}

/** The same for Medusa's admin route: an operator says nothing there for which nobody is noted. */
export async function guardOperatorSession(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction
): Promise<void> {
  return guard(req, res, next, () => operatorOf(req))
}

async function guard(
  req: MedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction,
  operator: (() => Promise<Operator>) | null
): Promise<void> {
  const posted = body.safeParse(req.body)
  const { gateway } = servicesOf(req.scope)
  // What an operator reads is English, as in every route of the admin.
  const language = operator ? "en" : languageOf(req, gateway.options.language)
  const asked = posted.success ? askedOf(posted.data.provider_id, language, gateway.options) : null
  if (!posted.success || asked === null) {
    next()
    return
  }
  const read = await readPosted(req, asked, gateway.options, posted.data.data)
  if ("refusal" in read) {
    refuse(res, read.refusal)
    return
  }
  const notAllowed = operator
    ? refusalOfOperator(read.input, asked)
    : await refusalOfShopper(req, read.input, asked)
  if (notAllowed) {
    refuse(res, notAllowed)
    return
  }
  const obstacle = (await acquireLock(req, res, asked, read)) ?? (await tooMany(req, asked, read))
  if (obstacle !== null) {
    refuse(res, obstacle)
    return
  }
  const typed = operator && (await typistsOfPosted(req, read.input, await operator()))
  const data = typed ? { ...read.input, payer_typed_by: typed } : read.input
  const checked = { provider_id: posted.data.provider_id, data }
  req.body = checked
  // Medusa's admin route reads the body that was validated before this guard.
  req.validatedBody = checked
  next()
}

/** What an operator may not say with a session, because no row notes who said it. */
function refusalOfOperator(
  input: SessionInput | CardSessionInput,
  { card }: Asked
): Refusal | null {
  if ("refund_destination" in input) {
    return invalid("refund_destination", GIVE_AT_REFUND).refusal
  }
  const { legal_doc, legal_doc_type } = input.customer_data
  return card !== null && (legal_doc !== undefined || legal_doc_type !== undefined)
    ? invalid("customer_data.legal_doc", CARD_OF_SHOPPER).refusal
    : null
}

/**
 * The refusal of a value that only an operator decides, or only who has the cart: whoever has the
 * address of an order can begin a payment of it. Null: there is none.
 */
async function refusalOfShopper(
  req: MedusaRequest,
  input: SessionInput | CardSessionInput,
  { account, card, language }: Asked
): Promise<Refusal | null> {
  if (
    "refund_destination" in input &&
    (await orderOfCollection(req.scope.resolve(ContainerRegistrationKeys.QUERY), req.params.id))
  ) {
    return wrong(GIVE_IN_CART, language).refusal
  }
  const { countries } = servicesOf(req.scope).gateway.options
  const problem = card === null ? longerThanMethod(input, countries[account.country]) : null
  return problem && wrong(problem, language).refusal
}

/** Four eyes: the operators who chose the posted document; null: nobody but the shopper did. */
async function typistsOfPosted(
  req: MedusaRequest,
  { customer_data }: SessionInput | CardSessionInput,
  by: Operator
): Promise<PayerTypists> {
  const { legal_doc, legal_doc_type } = customer_data
  if (legal_doc === undefined || legal_doc_type === undefined) {
    return null
  }
  const { ledger } = servicesOf(req.scope)
  const { id } = req.params
  const orderId = await orderOfCollection(req.scope.resolve(ContainerRegistrationKeys.QUERY), id)
  const order = orderId && (await findOwingOrder(req.scope, orderId))
  const collections = order ? [id, ...collectionsOf(order)] : [id]
  const earlier = await ledger.transactions.ofCollections(collections)
  return typistsOf(
    ledger,
    { legal_doc, legal_doc_type },
    { typed: customer_data, makers: makersOf(makerOf(by)) },
    order || null,
    earlier
  )
}

/**
 * Order lock: waits for the lock of the collection, or of its order once there is one, and releases
 * it when Medusa answers. Returns why nothing is owed: Medusa makes a session on any collection,
 * also when its order was paid, canceled or edited meanwhile, and deletes the paid session for it. A
 * cart whose late money waits for a person is not to be paid again, as its page says.
 */
async function acquireLock(
  req: MedusaRequest,
  res: MedusaResponse,
  { account, language, card }: Asked,
  { exact }: Posted
): Promise<Refusal | null> {
  const { ledger, subscriptions } = servicesOf(req.scope)
  const { id } = req.params
  const orderId = await orderOfCollection(req.scope.resolve(ContainerRegistrationKeys.QUERY), id)
  if (!(await holdLockUntilAnswered(ledger, orderId ?? id, res))) {
    return { ...conflict(BUSY), code: "busy" }
  }
  // Medusa would delete the session whose hold is being made.
  if (await subscriptions.cardTransactions.isUnderWay(id)) {
    return conflict("A card payment of this cart is being made right now: wait for its answer.")
  }
  if (orderId === null) {
    const { currency } = account
    // A link's post adopts what arrived by its account. A card would be charged beside it.
    const asked = { exact, currency, account: card === null ? account.id : null }
    const money = await moneyOfCart(req.scope, id, asked)
    if (money === null) {
      return null
    }
    const message = money === "arrived" ? ARRIVED : reviewText(money, language)
    return { ...conflict(message), code: "money_arriving" }
  }
  await recountOrder(req.scope, orderId)
  const order = await findOwingOrder(req.scope, orderId)
  const obstacle =
    order &&
    ((await obstacleToPaying(req.scope, order)) ?? paymentHeld(order) ?? unfitCollection(order, id))
  return obstacle && { status: 409, type: "conflict", ...obstacle }
}

/**
 * Why the collection has to wait: each link may be paid, and each declined card may be one that
 * somebody tries out. Under its lock, and before Medusa deletes the live session. A post that gets
 * an earlier link makes none, so it need not wait.
 */
async function tooMany(
  req: MedusaRequest,
  { account, card }: Asked,
  { exact, input }: Posted
): Promise<Refusal | null> {
  const { ledger, subscriptions } = servicesOf(req.scope)
  const { id } = req.params
  if (card !== null) {
    const left = await subscriptions.cardTransactions.refusalsLeft(id, DECLINES_SECONDS)
    const retry_after = secondsUntilFewer(left, card.declines)
    return retry_after === null
      ? null
      : { status: 429, type: "too_many_declines", message: TOO_MANY_DECLINES, retry_after }
  }
  const retry_after = secondsUntilFewer(await ledger.links.secondsLeft(id), MOST_OPEN_LINKS)
  if (retry_after === null || !(await needsNewLink(req.scope, id, { account, exact, input }))) {
    return null
  }
  return { status: 429, type: "too_many_links", message: TOO_MANY_LINKS, retry_after }
}

/** The requested provider of ours: a hosted page of an account, or its cards. */
interface Asked {
  provider_id: string
  account: PayInAccount
  card: CardOptions | null
  /** Of whoever asks. */
  language: Language
}

function askedOf(
  provider_id: string,
  language: Language,
  { accounts, card }: PayInOptions
): Asked | null {
  const account = accounts.find(({ id }) =>
    [payInProviderId(id), ...(card?.id === id ? [cardProviderId(id)] : [])].includes(provider_id)
  )
  return account === undefined
    ? null
    : { provider_id, account, card: isCardProvider(provider_id) ? card : null, language }
}

/** The posted data, of known keys only, and the amount to pay in major units. */
interface Posted {
  input: SessionInput | CardSessionInput
  exact: MajorAmount
}

/** What was posted, or the problem with it. */
async function readPosted(
  req: MedusaRequest,
  asked: Asked,
  options: PayInOptions,
  data: unknown
): Promise<Posted | { refusal: Refusal }> {
  const { account, card } = asked
  const missing: Refusal = {
    status: 404,
    type: "not_found",
    message: `There is no payment collection ${req.params.id}.`,
  }
  // PostgreSQL refuses to search for it.
  if (req.params.id.includes("\0")) {
    return { refusal: missing }
  }
  const query = req.scope.resolve(ContainerRegistrationKeys.QUERY)
  const found = await query.graph({
    entity: "payment_collection",
    fields: ["amount", "currency_code"],
    filters: { id: req.params.id },
  })
  if (found.data.length === 0) {
    // Medusa would answer 500.
    return { refusal: missing }
  }
  const { amount, currency_code } = collection.parse(found.data[0])
  const country = options.countries[account.country]
  const currency = currency_code.toUpperCase()
  if (currency !== account.currency) {
    const problem = {
      field: "currency_code",
      message: `${asked.provider_id} takes ${account.currency}, not ${currency}.`,
      es: `${asked.provider_id} recibe ${account.currency}, no ${currency}.`,
    }
    return wrong(problem, asked.language)
  }
  const read = readAmount(
    amount,
    options,
    card ? CARD_DECIMALS : options.decimals[account.currency]
  )
  if (read instanceof AmountError) {
    return invalid("amount", `amount: ${read.message}`)
  }
  const { exact, requested } = read
  const { input, problems } = card
    ? readCardSession(data, country, requested, card.limits)
    : readSessionInput(data, country, requested, directRule(account, options))
  const problem =
    problems.at(0) ??
    (card
      ? null
      : ((await whyNoLink(req.scope, req.params.id)) ??
        (await whyNotThisBank(req.scope, account, input))))
  return problem === null ? { input, exact } : wrong(problem, asked.language)
}

function readAmount(
  amount: number,
  { rounding }: PayInOptions,
  decimals: number
): { exact: MajorAmount; requested: MajorAmount } | AmountError {
  try {
    const exact = computedAmount(amount)
    return { exact, requested: requestedAmount(exact, decimals, rounding) }
  } catch (error) {
    if (error instanceof AmountError) {
      return error
    }
    throw error
  }
}

function conflict(message: string): Refusal {
  return { status: 409, type: "conflict", message }
}

function invalid(field: string, message: string): { refusal: Refusal } {
  return { refusal: { status: 400, type: "invalid_data", message, field } }
}

function wrong(problem: FieldProblem, language: Language): { refusal: Refusal } {
  return invalid(problem.field, problemText(problem, language))
}
