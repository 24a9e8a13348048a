import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"
import { z } from "zod"
import type { CountryRule } from "../../domain/country/countries"
import { initials, type CustomerData, type FieldProblem } from "../../domain/privacy/customer-data"
import { reasonOf } from "../../domain/error/reason"
import { SHOPPER } from "../../domain/payout/actor"
import { readBeneficiary, readPayoutTarget } from "../../domain/payout/destination"
import { WALLET_METHOD } from "../../domain/payout/methods"
import type { DestinationLink } from "../../modules/payouts/destination-links"
import type { Payout } from "../../modules/payouts/rows"
import { payerOf } from "../../settlement/kept-destination"
import { findStoreName } from "../../medusa/checkout-context"
import { readersOf } from "../payout/order-makers"
import { servicesOf } from "../settle"
import { lacksDestination } from "./link"
import { ownerOfRefund } from "./payer"

/**
 * The data of a refund that its page may show. The address is the only key, so the person appears
 * by initials.
 */
export interface RefundOfPage {
  store: string
  order: string | null
  /** In major units. */
  amount: string
  currency: string
  person: string | null
}

/** A refund without a destination. */
export interface OpenRefund {
  state: "open"
  link: DestinationLink
  payout: Payout
  refund: RefundOfPage
  /** Only with methods that pay a shopper: not the service's own wallet. */
  country: CountryRule
  /** Known data of the person, which is not asked again. Secret. */
  known: Partial<CustomerData>
}

/** The state behind the address of a refund's page. */
export type RefundPage =
  | OpenRefund
  /** The destination is given, or the money is on its way. */
  | { state: "given"; refund: RefundOfPage }
  /** Never an address of ours, expired, or of a canceled refund. */
  | { state: "unknown" }

/** The result of posting the details. */
export type DetailsGiven =
  | RefundPage
  | (OpenRefund & { problems: FieldProblem[] })
  /** They could not be stored: to be posted again. */
  | (OpenRefund & { failed: true })
  | { state: "thanks"; refund: RefundOfPage; bank: string; account_last_four: string }

/** Finds the refund behind an address; changes nothing. */
export async function findRefundPage(
  container: MedusaContainer,
  token: string
): Promise<RefundPage> {
  const { payouts } = servicesOf(container)
  const link = await payouts.destinationLinks.find(token)
  const payout = link && !link.expired ? await payouts.payouts.find(link.payout_id) : null
  if (link === null || payout === null || payout.status === "canceled") {
    return { state: "unknown" }
  }
  const country = countryOf(container, payout)
  const known = await knownOf(container, payout, country)
  const refund = await refundOf(container, payout, known)
  return lacksDestination(payout)
    ? {
        ...{ state: "open", link, payout, refund, country, known },
      }
    : { state: "given", refund }
}

/**
 * Stores a shopper's refund destination, once: of several posts at once exactly one is thanked,
 * from whatever address of the payout. A held refund uses it when it is released.
 *
 * @param posted the fields of the form by their names; known data of the person cannot be changed
 */
export async function giveRefundDestination(
  container: MedusaContainer,
  token: string,
  posted: Readonly<Record<string, string>>
): Promise<DetailsGiven> {
  const page = await findRefundPage(container, token)
  if (page.state !== "open") {
    return page
  }
  const { country, known, refund, link, payout } = page
  // A single method is not asked for.
  const payment_method = country.payout.methods.length > 1 ? posted.payment_method : undefined
  const to = readPayoutTarget({ payment_method, destination: { ...posted, ...known } }, country)
  if (to.value === undefined) {
    return { ...page, problems: to.problems }
  }
  const { audit, decisions, destinationLinks } = servicesOf(container).payouts
  try {
    const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
    const readers = [...(await audit.readersOfLinks(payout.id)), ...(await readersOf(pg, payout))]
    const owner = await ownerOfRefund(container, payout, to.value)
    // Who made the link or could read its mail could have opened it.
    const makers = [link.created_by, ...owner.makers, ...readers]
    const given = { ...to.value, ...owner, makers }
    const decided = await decisions.giveDestination(payout.id, given, SHOPPER)
    if (decided.outcome !== "done") {
      return await findRefundPage(container, token)
    }
    await destinationLinks.used(link.id)
    const { bank, account_last_four } = decided.payout
    return {
      state: "thanks",
      refund,
      bank: bank ?? to.value.destination.bank ?? "",
      account_last_four: account_last_four ?? "",
    }
  } catch (error) {
    const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
    logger.error(`payin: destination of payout ${payout.id}: ${reasonOf(error)}`)
    return { ...page, failed: true }
  }
}

function countryOf(container: MedusaContainer, { id, country: code }: Payout): CountryRule {
  const { countries } = servicesOf(container).gateway.options
  const country = Object.values(countries).find((rule) => rule.country === code)
  const methods = country?.payout.methods.filter((one) => one.payment_method !== WALLET_METHOD)
  if (country === undefined || methods === undefined || methods.length === 0) {
    throw new MedusaError(
      MedusaError.Types.UNEXPECTED_STATE,
      `Payout ${id}: no shopper can be paid in ${code}.`
    )
  }
  return { ...country, payout: { ...country.payout, methods } }
}

/**
 * The payer's data that a payout accepts. Fields that fail the store's current rules are asked
 * again.
 */
async function knownOf(
  container: MedusaContainer,
  { transaction_id }: Payout,
  country: CountryRule
): Promise<Partial<CustomerData>> {
  const { ledger } = servicesOf(container)
  const payIn = transaction_id === null ? null : await ledger.transactions.find(transaction_id)
  const person = payIn && payerOf(ledger.sealer, payIn)
  return person === null ? {} : readBeneficiary(person, country, "customer").value
}

const numbered = z.object({ display_id: z.number() })

async function refundOf(
  container: MedusaContainer,
  { amount, currency, order_id }: Payout,
  { full_name }: Partial<CustomerData>
): Promise<RefundOfPage> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const [store, orders] = await Promise.all([
    findStoreName(query),
    order_id === null
      ? { data: [] }
      : query.graph({ entity: "order", fields: ["display_id"], filters: { id: order_id } }),
  ])
  return {
    store: store ?? "",
    order: orders.data.length === 0 ? null : String(numbered.parse(orders.data[0]).display_id),
    amount,
    currency,
    person: full_name === undefined ? null : initials(full_name),
  }
}
