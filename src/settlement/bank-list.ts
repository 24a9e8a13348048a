import { clockOffsetMs } from "../domain/time/clock"
import { reasonOf } from "../domain/error/reason"
import { asksForBank, bankProblem, type PseBank } from "../domain/method/pse"
import type { FieldProblem } from "../domain/privacy/customer-data"
import { directRule } from "../domain/method/direct"
import type { PayInAccount } from "../domain/options/options"
import type { SessionInput } from "../domain/session/input"
import type { PayInGatewayService } from "../modules/gateway/service"
import type { PayInLedgerService } from "../modules/ledger/service"

/** A list of which the service tells nothing any more is believed for so long. */
const KEPT_SECONDS = 7 * 86_400

/** After a refresh that brought nothing shoppers get the old list at once, and the service gets its rest. */
const PAUSE_MS = 60_000

interface BankListDeps {
  ledger: Pick<PayInLedgerService, "bankLists">
  gateway: Pick<PayInGatewayService, "banks" | "options">
  logger: { warn(text: string): void }
}

/** What this process does about the lists: one question at a time, and none right after a failure. */
interface Refreshing {
  asking: Promise<PseBank[]> | null
  notBefore: number
}

const refreshings = new WeakMap<object, Map<string, Refreshing>>()

/**
 * The banks of PSE for an account (docs/service.md#banks-of-pse). An old list is shown at once while a new
 * one is fetched, so that no shopper waits for the service. Empty: there is no list.
 */
export async function banksOf(deps: BankListDeps, account: string): Promise<readonly PseBank[]> {
  const { ledger, gateway } = deps
  const { cacheHours, images } = gateway.options.pse
  const kept = await ledger.bankLists.find(account)
  const usable = kept !== null && kept.age_seconds < KEPT_SECONDS
  const fresh =
    kept !== null && isYoung(kept.age_seconds, cacheHours) ? null : refreshed(deps, account)
  const banks = usable ? kept.banks : ((await fresh) ?? [])
  return images === "off" ? banks.map((bank) => ({ ...bank, image: null })) : banks
}

function isYoung(ageSeconds: number, cacheHours: number): boolean {
  return ageSeconds < cacheHours * 3600
}

/** A new list, kept for all; empty when there is none. Who comes meanwhile waits for the same answer. */
async function refreshed(deps: BankListDeps, account: string): Promise<PseBank[]> {
  const ofGateway = refreshings.get(deps.gateway.banks) ?? new Map<string, Refreshing>()
  refreshings.set(deps.gateway.banks, ofGateway)
  const state = ofGateway.get(account) ?? { asking: null, notBefore: 0 }
  ofGateway.set(account, state)
  const pause = state.notBefore - now()
  // A longer one is of a clock that a test set back.
  if (state.asking === null && pause > 0 && pause <= PAUSE_MS) {
    return []
  }
  state.asking ??= ask(deps, account, state).finally(() => (state.asking = null))
  return state.asking
}

function now(): number {
  return performance.now() + clockOffsetMs()
}

async function ask(deps: BankListDeps, account: string, state: Refreshing): Promise<PseBank[]> {
  try {
    // Who read that there is none may come after whoever asked has kept one.
    const kept = await deps.ledger.bankLists.find(account)
    if (kept !== null && isYoung(kept.age_seconds, deps.gateway.options.pse.cacheHours)) {
      return kept.banks
    }
    const banks = await deps.gateway.banks.list(account)
    if (banks.length > 0) {
      await deps.ledger.bankLists.keep(account, banks)
      return banks
    }
    deps.logger.warn(`payin ${account}: the list of PSE's banks is empty`)
  } catch (error) {
    deps.logger.warn(`payin ${account}: no list of PSE's banks: ${reasonOf(error)}`)
  }
  state.notBefore = now() + PAUSE_MS
  return []
}

/** Why the bank of a posted session cannot be paid from, before the service is called; null: it can, or none was posted. */
export async function postedBankProblem(
  deps: BankListDeps,
  account: PayInAccount,
  { payment_method, customer_data }: SessionInput
): Promise<FieldProblem | null> {
  const { bank } = customer_data
  const asked = asksForBank(directRule(account, deps.gateway.options), payment_method)
  return asked && bank !== undefined ? bankProblem(bank, await banksOf(deps, account.id)) : null
}
