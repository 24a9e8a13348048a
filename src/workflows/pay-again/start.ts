import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { reasonOf } from "../../domain/error/reason"
import { sameAmount } from "../../domain/money/amount"
import {
  PAY_AGAIN_FIELDS,
  readPayAgain,
  shownOnForm,
  type PayAgainField,
  type PayAgainInput,
} from "../../domain/session/pay-again"
import type { MajorAmount } from "../../domain/money/amount"
import { makePaymentLink } from "../payment-link"
import type { LinkRefusal } from "../payment-link/request"
import { findPayAgainPage, type OpenPayment, type PayAgainPage } from "./page"

/**
 * Why a post made no link.
 *
 * - `changed`: the order owes another amount than the form showed
 * - `busy`: another payment of the order is being started
 * - `too_many`: many links can still be paid
 * - `refused`: the service does not take what was typed
 * - `failed`: nobody answered; nobody has the address of a link that was made all the same
 */
export type StartProblem = "changed" | "busy" | "too_many" | "refused" | "failed"

/** The result of posting the form. */
export type Started =
  | { state: "go"; url: string }
  | Exclude<PayAgainPage, OpenPayment>
  | (OpenPayment & { problem?: StartProblem; wrong?: PayAgainField[] })

/**
 * Starts a payment of exactly what the order owes: a link that waits for the same method, or a new
 * one. Safe to repeat and to run twice at once, as `makePaymentLink` is.
 */
export async function startPayAgain(
  container: MedusaContainer,
  token: string,
  posted: Readonly<Record<string, string>>
): Promise<Started> {
  const page = await findPayAgainPage(container, token)
  if (page.state !== "open") {
    return page
  }
  const shown = shownOnForm(posted)
  if (shown === null || !sameAmount(shown, page.amount)) {
    return { ...page, problem: "changed" }
  }
  const read = readPayAgain(posted, page)
  return "wrong" in read
    ? { ...page, wrong: read.wrong }
    : startRead(container, { token, page, shown, input: read.input })
}

interface ReadPost {
  token: string
  page: OpenPayment
  shown: MajorAmount
  input: PayAgainInput
}

async function startRead(
  container: MedusaContainer,
  { token, page, shown, input }: ReadPost
): Promise<Started> {
  try {
    const outcome = await makePaymentLink(container, {
      ...{ order_id: page.order_id, makers: page.makers, account: page.account.id },
      ...{ data: { ...input }, replace: false, request_id: "", shopper: { shown } },
    })
    if (outcome.outcome === "refused") {
      return await refused(container, { token, page }, outcome)
    }
    const { payment_url } = outcome.transaction
    return payment_url === null
      ? await findPayAgainPage(container, token)
      : { state: "go", url: payment_url }
  } catch (error) {
    const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
    logger.error(`payin: order ${page.order_id} is not paid again: ${reasonOf(error)}`)
    return { ...page, problem: "failed" }
  }
}

async function refused(
  container: MedusaContainer,
  { token, page }: Pick<ReadPost, "token" | "page">,
  { reason, field, fields }: LinkRefusal
): Promise<Started> {
  if (reason === "too_many") {
    return { ...page, problem: "too_many" }
  }
  if (reason === "invalid") {
    const named = fields?.map(({ name }) => name) ?? [field?.split(".").at(-1) ?? ""]
    const wrong = ASKED.filter((name) => named.includes(name))
    return wrong.length > 0 ? { ...page, wrong } : { ...page, problem: "refused" }
  }
  // The order changed since it was read: it tells what it owes now.
  const now = await findPayAgainPage(container, token)
  return now.state === "open" ? { ...now, problem: reason === "changed" ? "changed" : "busy" } : now
}

const ASKED = PAY_AGAIN_FIELDS.filter((name) => name !== "shown" && name !== "payer")
