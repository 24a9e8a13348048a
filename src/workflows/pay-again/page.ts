import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { shiftedNow } from "../../domain/time/clock"
import { methodAvailability } from "../../domain/country/countries"
import { isOfMerchant, merchantPrints } from "../../domain/installation/merchant-print"
import {
  AmountError,
  isPositive,
  requestedAmount,
  type MajorAmount,
} from "../../domain/money/amount"
import type { PayInAccount } from "../../domain/options/options"
import type { PayAgainOffer } from "../../domain/session/pay-again"
import { isFinal } from "../../domain/payin/state"
import { directRule } from "../../domain/method/direct"
import { asksForBank, PSE } from "../../domain/method/pse"
import type { Instructions } from "../../domain/session/data"
import { payableInstructions } from "../../domain/session/view"
import type { Transaction } from "../../modules/ledger/rows"
import { findStoreName } from "../../medusa/checkout-context"
import { banksOfAccount } from "../payment-link/banks"
import { findOwingOrder, type OwingOrder } from "../../medusa/owing-order"
import { alreadyPaying, collectionsOf, notOwing, paymentHeld } from "../payment-link/owing"
import { payerOfOrder, payInsOfBuyer } from "../payment-link/payer"
import { servicesOf } from "../settle"
import { requestLookup } from "../settle/notification"
import { accountToPayAgain } from "./account"

/** Of which order of which store a page is. The address is the only key, so it is no more than this. */
export interface OrderOfPage {
  store: string
  /** The number a shopper knows the order by (`display_id`). */
  order: string
}

/** A link in the buyer's name that waits to be paid, for exactly what the order owes. */
export interface WaitingPayment {
  payment_method: string
  /** Null: the service has not said yet where it is paid. */
  url: string | null
  /** How it is paid without another page; null: on that page alone. */
  instructions: Instructions | null
  expires_at: Date | null
}

/** An order that can be paid now. */
export interface OpenPayment extends OrderOfPage, PayAgainOffer {
  state: "open"
  order_id: string
  account: PayInAccount
  /** Operators who got the address (`makerOf`). */
  makers: string[]
  waiting: WaitingPayment | null
  /** The newest payment, for why it did not come. */
  newest: Transaction | null
}

/**
 * What a shopper finds behind an address.
 *
 * - `arriving`: money is on its way, or a person decides about it
 * - `elsewhere`: this order cannot be paid here now, and the store knows why
 */
export type PayAgainPage =
  | OpenPayment
  | ({ state: "nothing_owed" | "order_canceled" | "arriving" | "elsewhere" } & OrderOfPage)
  /** Never an address of ours, or over. */
  | { state: "unknown" }

/** Finds the order behind an address. It only makes the plugin ask about a payment that waits. */
export async function findPayAgainPage(
  container: MedusaContainer,
  token: string
): Promise<PayAgainPage> {
  const { ledger } = servicesOf(container)
  const address = await ledger.payAgain.find(token)
  const order = address && (await findOwingOrder(container, address.order_id))
  if (address === null || order === null) {
    return { state: "unknown" }
  }
  const page = await orderOfPage(container, order.id)
  const nothing = notOwing(order)
  if (nothing !== null) {
    const state = order.owed.nothing === "order_canceled" ? order.owed.nothing : "nothing_owed"
    return { ...page, state }
  }
  const earlier = await ledger.transactions.ofCollections(collectionsOf(order))
  await askAbout(container, earlier)
  if ((await alreadyPaying(container, order)) !== null) {
    return { ...page, state: "arriving" }
  }
  const offer = paymentHeld(order) === null ? await offerOf(container, order, earlier) : null
  return offer === null
    ? { ...page, state: "elsewhere" }
    : {
        ...{ ...page, ...offer, state: "open", order_id: order.id, makers: address.makers },
        waiting: await waitingPayment(
          container,
          order,
          offer.account,
          payInsOfBuyer(ledger, order, earlier)
        ),
        newest: earlier.at(0) ?? null,
      }
}

const numbered = z.object({ display_id: z.number() })

async function orderOfPage(container: MedusaContainer, orderId: string): Promise<OrderOfPage> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const [store, { data }] = await Promise.all([
    findStoreName(query),
    query.graph({ entity: "order", fields: ["display_id"], filters: { id: orderId } }),
  ])
  return { store: store ?? "", order: String(numbered.parse(data[0]).display_id) }
}

/** Null: no account takes it, or no method takes the amount. */
async function offerOf(
  container: MedusaContainer,
  order: OwingOrder,
  earlier: readonly Transaction[]
): Promise<(PayAgainOffer & { account: PayInAccount }) | null> {
  const { ledger, gateway } = servicesOf(container)
  const { options } = gateway
  const account = accountToPayAgain(options, order.currency_code, earlier)
  const amount = account && asked(order.owed.outstanding, options, account)
  if (account === null || amount === null) {
    return null
  }
  const country = options.countries[account.country]
  const known = payerOfOrder(ledger, order, payInsOfBuyer(ledger, order, earlier), country, {})
  if (!country.methods.some((one) => one.enabled && methodAvailability(one, amount).available)) {
    return null
  }
  const rule = directRule(account, options)
  const pse = asksForBank(rule, PSE)
    ? { banks: await banksOfAccount(container, account), person_types: rule.personTypes }
    : null
  return { account, amount, country, known, pse }
}

function asked(
  exact: MajorAmount,
  { decimals, rounding }: ReturnType<typeof servicesOf>["gateway"]["options"],
  { currency }: PayInAccount
): MajorAmount | null {
  try {
    const amount = requestedAmount(exact, decimals[currency], rounding)
    return isPositive(amount) ? amount : null
  } catch (error) {
    if (error instanceof AmountError) {
      return null
    }
    throw error
  }
}

async function waitingPayment(
  container: MedusaContainer,
  order: OwingOrder,
  account: PayInAccount,
  ofBuyer: readonly Transaction[]
): Promise<WaitingPayment | null> {
  const { ledger, gateway } = servicesOf(container)
  const prints = merchantPrints(gateway.options.accounts)
  const exact = order.owed.outstanding
  for (const id of collectionsOf(order)) {
    const link = await ledger.links.current(id, { exact, account: account.id })
    if (ofBuyer.some(({ id: one }) => one === link?.id) && link && isOfMerchant(link, prints)) {
      return waitingBy(link)
    }
  }
  const [newest] = ofBuyer
  return newest?.status === "pending" && newest.payment_url === null && isOffered(newest)
    ? waitingBy(newest)
    : null
}

function waitingBy(link: Transaction): WaitingPayment {
  const { payment_method, payment_url, expires_at } = link
  return {
    payment_method,
    url: payment_url,
    instructions: payableInstructions(link, shiftedNow()),
    expires_at,
  }
}

function isOffered({ superseded_at, lapsed_at, released_at }: Transaction): boolean {
  return superseded_at === null && lapsed_at === null && released_at === null
}

/** The shopper may have paid and come back: the service is asked, at most once in some seconds. */
async function askAbout(
  container: MedusaContainer,
  earlier: readonly Transaction[]
): Promise<void> {
  const { observations } = servicesOf(container).ledger
  const open = earlier.find(({ status }) => !isFinal(status))
  if (open !== undefined && (await observations.mayPoll(open.id))) {
    await requestLookup(container, { transaction_id: open.id, event_id: null })
  }
}
