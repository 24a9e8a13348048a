import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { causeOfFailure } from "../../domain/payout-attempt"
import { toWire } from "../../domain/money"
import { ipnUrl } from "../../domain/reference"
import { GatewayError, RefusedError, UnclearError } from "../../modules/gateway/errors"
import { DOWN, type Send } from "../../modules/payouts/submissions"
import { reasonOf } from "../settle/failures"
import { roomsOf } from "../settle"
import { pauseSeconds } from "../reconcile/pause"

/**
 * Sends what was written before, once, and records what that proves. Never throws: an answer that cannot be
 * recorded is one that was lost, and is looked up.
 *
 * @returns for how many seconds the account is to be left alone, null for not at all
 */
export async function send(container: MedusaContainer, written: Send): Promise<number | null> {
  const { gateway, payouts } = roomsOf(container)
  const { attempt, destination, ipn_key } = written
  const { decimals, callbackUrl } = gateway.options
  try {
    const created = await gateway.payOut.create(attempt.account, {
      reference: attempt.reference,
      amount: toWire(attempt.amount, decimals[gateway.account(attempt.account).currency]),
      currency: attempt.currency,
      country: attempt.country,
      payment_method: attempt.payment_method,
      ipn_url: ipnUrl(callbackUrl, attempt.reference, ipn_key),
      customer_data: destination,
      metadata: { source: "medusa", payout_id: attempt.payout_id },
    })
    await payouts.submissions.accepted(attempt, created)
    return null
  } catch (error) {
    return record(container, written, error).catch((unwritten: unknown) => {
      const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
      logger.error(
        `payin ${attempt.reference}: the answer was not recorded: ${reasonOf(unwritten)}`
      )
      return null
    })
  }
}

async function record(
  container: MedusaContainer,
  { attempt }: Send,
  error: unknown
): Promise<number | null> {
  const { submissions } = roomsOf(container).payouts
  const message =
    error instanceof RefusedError ? (error.service_message ?? error.message) : reasonOf(error)
  if (!(error instanceof GatewayError)) {
    // Recording the answer failed, or we did: the service may have it.
    await submissions.unclear(attempt, { error: message, ticket: null, refused: false })
    return null
  }
  const refused = error instanceof RefusedError
  const failed = { mayHaveHappened: error.mayHaveHappened, refused }
  switch (causeOfFailure(failed, attempt.sends > 1)) {
    case "refused":
      if (refused && error.reason === "credentials") {
        // About the account, not about this payout: nobody has to retry each one by hand.
        await submissions.notSent(attempt, message, { ...DOWN, reason: "credentials" })
        return DOWN.seconds
      }
      await submissions.refused(attempt, message)
      return null
    case "not_sent": {
      const seconds = pauseSeconds(error) ?? DOWN.seconds
      await submissions.notSent(attempt, message, { ...DOWN, seconds })
      return seconds
    }
    case "unclear": {
      const ticket = error instanceof UnclearError ? error.ticket : null
      await submissions.unclear(attempt, { error: message, ticket, refused })
      return pauseSeconds(error)
    }
  }
}
