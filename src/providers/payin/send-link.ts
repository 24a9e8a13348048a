import { setTimeout as sleep } from "node:timers/promises"
import { MedusaError } from "@medusajs/framework/utils"
import { canBeDirect, isDirect, withoutPayer } from "../../domain/method/direct"
import { reasonOf } from "../../domain/error/reason"
import type { PayInAccount } from "../../domain/options/options"
import type { PayInGatewayService, PayInRequest } from "../../modules/gateway/service"
import type { Transaction } from "../../modules/ledger/rows"
import type { PayInLedgerService } from "../../modules/ledger/service"
import { fetchStatus } from "../../settlement/fetch-status"
import { refusalForPeople } from "./failures"

interface SendLinkDeps {
  ledger: PayInLedgerService
  gateway: PayInGatewayService
  logger: { warn(text: string): void; error(text: string): void }
  account: PayInAccount
}

/** A link whose row is written. */
interface OpenedLink {
  id: string
  life: { link_minutes: number; grace_hours: number }
  request: PayInRequest
}

/**
 * Asks the service for the link of an open row. Nothing is booked from the answer.
 * @throws MedusaError invalid_data for a refusal, unexpected_state without a clear answer (the row stays watched)
 */
export async function sendLink(deps: SendLinkDeps, link: OpenedLink): Promise<Transaction> {
  const { ledger, gateway, logger, account } = deps
  const { id, life, request } = link
  const { reference, payment_method } = request
  try {
    const created = await gateway.payIn.create(account.id, request)
    const { legal_doc, phone_number, email, full_name } = request.customer_data
    const payer = { legal_doc, phone_number, email, full_name }
    const instructions = withoutPayer(created.instructions, payer)
    const accepted = await ledger.transactions.accepted(id, { ...created, instructions, ...life })
    return accepted.ticket === null ? await withTicket(deps, accepted) : accepted
  } catch (error) {
    const refusal = refusalForPeople(error)
    if (refusal !== null) {
      await ledger.transactions.refused(id, refusal.kept)
      if (mayBeDirect(account, payment_method)) {
        // Without the service's own words, which may quote what a shopper typed.
        logger.warn(
          `payin ${reference}: refused. If the service answers ${payment_method} of account "${account.id}" directly, ` +
            "write it into option direct of the account."
        )
      }
      throw new MedusaError(MedusaError.Types.INVALID_DATA, refusal.told)
    }
    logger.error(`payin ${reference}: no link: ${reasonOf(error)}`)
    throw new MedusaError(
      MedusaError.Types.UNEXPECTED_STATE,
      "The payment service did not give a clear answer: try again. A payment that began is not lost."
    )
  }
}

/** A direct account refuses a request that names no bank (docs/service.md#direct-payments). */
function mayBeDirect({ direct }: PayInAccount, payment_method: string): boolean {
  return canBeDirect(payment_method) && !isDirect({ methods: direct }, payment_method)
}

/** Longest that a shopper waits for that lookup. It goes on without them. */
const TICKET_WAIT_MS = 2_000

/**
 * An answer without a ticket is looked up at once by its reference: without its ticket the payment is
 * known by one name only. No answer leaves it to the schedule.
 */
async function withTicket(
  { ledger, gateway, logger }: SendLinkDeps,
  accepted: Transaction
): Promise<Transaction> {
  const lookup = fetchStatus({ ledger, gateway }, accepted).then(
    ({ transaction }) => transaction,
    (error: unknown) => {
      logger.warn(`payin ${accepted.reference}: no lookup after the link: ${reasonOf(error)}`)
      return accepted
    }
  )
  const waited = new AbortController()
  const late = sleep(TICKET_WAIT_MS, accepted, { ref: false, signal: waited.signal })
  // Nobody waits for what was aborted.
  late.catch(() => undefined)
  const first = await Promise.race([lookup, late])
  waited.abort()
  return first
}
