import type { CountryRule } from "../country/countries"
import type { CustomerData } from "../privacy/customer-data"
import type { NamedProblem } from "../error/fault"
import { isSameDocument, type PersonDocument } from "../payin/payer"
import {
  readBeneficiary,
  readPayoutAccount,
  readPayoutMethod,
  type PayoutAccount,
} from "../payout/destination"

/**
 * Where a shopper wants a refund, as given at checkout or by an operator. The person may be known
 * already, so only the account is required (`completeDestination`). Secret: sealed when kept.
 */
export interface RefundDestination extends Partial<CustomerData>, PayoutAccount {
  payment_method?: string
}

/** Reads a destination as posted under `path`; undefined with no problems when there is none. */
export function readRefundDestination(
  input: unknown,
  country: CountryRule,
  path = "refund_destination"
): { destination: RefundDestination | undefined; problems: NamedProblem[] } {
  if (input === undefined || input === null) {
    return { destination: undefined, problems: [] }
  }
  const posted: unknown =
    typeof input === "object" && Object.hasOwn(input, "payment_method")
      ? Reflect.get(input, "payment_method")
      : null
  const named = typeof posted === "string" ? posted.trim() : posted
  const chosen =
    country.payout.methods.length === 0 || named === null || named === ""
      ? { value: undefined, problems: [] }
      : readPayoutMethod(named, country, `${path}.payment_method`)
  const account = readPayoutAccount(input, country, chosen.value, path)
  if (account.value === undefined && account.problems[0]?.field === path) {
    return { destination: undefined, problems: account.problems }
  }
  const person = readBeneficiary(input, country, path)
  const problems = [...chosen.problems, ...account.problems, ...person.problems]
  if (problems.length > 0 || account.value === undefined) {
    return { destination: undefined, problems }
  }
  const { value: method } = chosen
  return {
    destination: {
      ...person.value,
      ...(method && { payment_method: method.payment_method }),
      ...account.value,
    },
    problems: [],
  }
}

/** Who paid, as far as it is known, and which operators typed the document; null: the shopper did. */
export interface RefundedPayer {
  document: PersonDocument | null
  typed_by: readonly string[] | null
}

/**
 * Four eyes: whether a refund waits for another person because of whose account it goes to, and who
 * made that choice. A payer who is not known may be anybody. A payer whose document an operator
 * typed may be that operator.
 */
export function refundOwner(
  { document, typed_by }: RefundedPayer,
  owner: PersonDocument
): { other_person: boolean; makers: readonly string[] } {
  if (document === null || !isSameDocument(document, owner)) {
    return { other_person: true, makers: [] }
  }
  return { other_person: typed_by !== null, makers: typed_by ?? [] }
}
