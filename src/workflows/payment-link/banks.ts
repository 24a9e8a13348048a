import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { FieldProblem } from "../../domain/privacy/customer-data"
import type { PayInAccount } from "../../domain/options/options"
import type { PseBank } from "../../domain/method/pse"
import type { SessionInput } from "../../domain/session/input"
import { banksOf, postedBankProblem } from "../../settlement/bank-list"
import { servicesOf } from "../settle"

/** The banks of PSE that a shopper of this account chooses from; empty: there is no list right now. */
export async function banksOfAccount(
  container: MedusaContainer,
  account: PayInAccount
): Promise<readonly PseBank[]> {
  return banksOf(depsOf(container), account.id)
}

/** Why the bank that was posted for a link cannot be paid from; null: it can, or none was posted. */
export async function whyNotThisBank(
  container: MedusaContainer,
  account: PayInAccount,
  input: SessionInput
): Promise<FieldProblem | null> {
  return postedBankProblem(depsOf(container), account, input)
}

function depsOf(container: MedusaContainer) {
  const { ledger, gateway } = servicesOf(container)
  return { ledger, gateway, logger: container.resolve(ContainerRegistrationKeys.LOGGER) }
}
