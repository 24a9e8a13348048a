import type { MedusaResponse } from "@medusajs/framework/http"
import type { PayInLedgerService } from "../modules/ledger/service"
import { waitForTurn } from "../workflows/settle/order-turn"
import { onceAnswered } from "./once-answered"

const TURN_WAIT_MS = 25_000

/**
 * Order lock: takes the lock of an order or a payment collection and releases it when Medusa
 * answers.
 */
export async function takeTurnUntilAnswered(
  ledger: PayInLedgerService,
  key: string,
  res: MedusaResponse
): Promise<boolean> {
  const give = await waitForTurn(ledger, key, TURN_WAIT_MS)
  if (give === null) {
    return false
  }
  // A lock that could not be released ends with its lease.
  onceAnswered(res, () => void give().catch(() => undefined))
  return true
}
