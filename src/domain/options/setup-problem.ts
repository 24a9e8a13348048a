import { isLoopback } from "./address"
import { expectedShape, type AnswerShape } from "../method/direct"
import type { PayInAccount, PayInOptions } from "./options"
import { isCardProvider, providerIdsOf } from "./provider-id"

/** A set-up that cannot work, for a person. */
export interface SetupProblem {
  code:
    | "country_twice"
    | "localhost_address"
    | "region_currency"
    | "credentials_refused"
    | "not_allowed"
    | "direct_off"
    | "direct_differs"
    | "nothing_to_pay_by"
    | "payment_not_found"
  message: string
  /** The values that the message names, for translations. */
  values: Readonly<Record<string, string | number>>
}

/** What the options alone show, once they are checked. */
export function optionProblems(
  options: Pick<PayInOptions, "accounts" | "callbackUrl" | "returnUrl" | "cardUrl">,
  { production }: { production: boolean }
): SetupProblem[] {
  return [...countriesTwice(options.accounts), ...(production ? localAddresses(options) : [])]
}

function countriesTwice(accounts: readonly PayInAccount[]): SetupProblem[] {
  return [...new Set(accounts.map(({ country }) => country))].flatMap((country) => {
    const ids = accounts.filter((one) => one.country === country).map(({ id }) => id)
    const message =
      `Several accounts are for ${country} (${ids.join(", ")}): shoppers there see the same methods more than once. ` +
      "Keep one in the options (accounts), or switch the providers of the others off in the regions."
    return ids.length < 2
      ? []
      : [{ code: "country_twice", message, values: { country, accounts: ids.join(", ") } }]
  })
}

function localAddresses({
  accounts,
  callbackUrl,
  returnUrl,
  cardUrl,
}: Pick<PayInOptions, "accounts" | "callbackUrl" | "returnUrl" | "cardUrl">): SetupProblem[] {
  const addresses = {
    callbackUrl: [callbackUrl],
    returnUrl: [returnUrl, ...accounts.flatMap((account) => account.returnUrl ?? [])],
    baseUrl: accounts.map(({ baseUrl }) => baseUrl),
    cardUrl: cardUrl === null ? [] : [cardUrl],
  }
  const local = Object.entries(addresses)
    .filter(([, list]) => list.some(isLoopback))
    .map(([option]) => option)
    .join(", ")
  const message =
    `In production an address leads to this machine itself (option ${local}): neither shoppers nor the payment service ` +
    "get there. Set the public address."
  return local === "" ? [] : [{ code: "localhost_address", message, values: { options: local } }]
}

/** A region of Medusa, as far as it decides who can pay there. */
export interface PayableRegion {
  id: string
  name: string
  /** In capital letters. */
  currency: string
  /** Ids of the providers that are on. */
  providers: readonly string[]
}

/** Regions where a provider of ours is on and cannot take the currency. */
export function regionProblems(
  regions: readonly PayableRegion[],
  accounts: readonly Pick<PayInAccount, "id" | "currency">[]
): SetupProblem[] {
  return regions.flatMap(({ name, currency, providers }) =>
    accounts
      .filter((account) => account.currency !== currency)
      .flatMap((account) => providerIdsOf(account.id).map((provider) => ({ account, provider })))
      .filter(({ provider }) => providers.includes(provider))
      .map(({ account, provider }) => ({
        code: "region_currency" as const,
        message:
          `Region "${name}" is in ${currency}, and provider ${provider} takes ${account.currency} only: nobody can pay ` +
          "with it there. Switch it off in the region.",
        values: { region: name, currency, provider, takes: account.currency },
      }))
  )
}

/** Where shoppers could pay through an account and cannot, because a provider of it is off. */
export function regionsWithoutProvider(
  regions: readonly PayableRegion[],
  { accounts, card }: Pick<PayInOptions, "accounts" | "card">
): { region_id: string; name: string; currency: string; provider_id: string }[] {
  return regions.flatMap(({ id: region_id, name, currency, providers }) =>
    accounts
      .filter((account) => account.currency === currency)
      .flatMap(({ id }) => providerIdsOf(id).map((provider_id) => ({ id, provider_id })))
      .filter(({ id, provider_id }) => !isCardProvider(provider_id) || card?.id === id)
      .filter(({ provider_id }) => !providers.includes(provider_id))
      .map(({ provider_id }) => ({ region_id, name, currency, provider_id }))
  )
}

/** A refusal of the service that concerns the account and not one payment. */
export interface AccountRefusal {
  account: string
  reason: "credentials" | "forbidden"
  /** What was asked for, such as `payin.create`. */
  operation: string
  http_status: number | null
  /** ISO 8601 UTC: since when. */
  since: string
}

/** What the service refuses an account. */
export function accountProblems(refusals: readonly AccountRefusal[]): SetupProblem[] {
  return refusals.map(({ account, reason, operation, http_status, since }) => {
    const answered = http_status === null ? "" : `, HTTP ${http_status}`
    const values = { account, operation, status: http_status ?? "-", since }
    return reason === "credentials"
      ? {
          code: "credentials_refused",
          message:
            `The payment service does not accept the credentials of account "${account}" (${operation}${answered}, since ` +
            `${since}). Compare username, password, token, and merchantId with what its support gave you.`,
          values,
        }
      : {
          code: "not_allowed",
          message:
            `The payment service does not allow account "${account}" to do this (${operation}${answered}, since ${since}). ` +
            "Compare the credentials, and ask its support.",
          values,
        }
  })
}

/** What the service answered last to a create of an account and method. */
interface AccountAnswer {
  account: string
  payment_method: string
  reference: string
  answer_shape: AnswerShape
}

/** Where the service answers otherwise than option `direct` of the account says. The payments go on. */
export function answerProblems(
  answers: readonly AccountAnswer[],
  accounts: readonly Pick<PayInAccount, "id" | "direct">[]
): SetupProblem[] {
  return answers.flatMap(
    ({ account: id, payment_method: method, reference, answer_shape: came }) => {
      const account = accounts.find((one) => one.id === id)
      if (account === undefined || came === expectedShape({ methods: account.direct }, method)) {
        return []
      }
      const values = { account: id, method, reference, came }
      return [{ ...ANSWERED[codeOf(came)](values), code: codeOf(came), values }]
    }
  )
}

function codeOf(came: AnswerShape): keyof typeof ANSWERED {
  return came === "unknown"
    ? "nothing_to_pay_by"
    : came === "link"
      ? "direct_off"
      : "direct_differs"
}

type Answered = Record<"account" | "method" | "reference" | "came", string>

const ANSWERED = {
  direct_off: ({ account, method, reference }: Answered) => ({
    message:
      `The service answers ${method} of account "${account}" with a hosted page (${reference}), and option direct of the ` +
      "account lists it. Shoppers pay on that page. Ask its support to switch it on, or take it out of the option.",
  }),
  direct_differs: ({ account, method, reference, came }: Answered) => ({
    message:
      `The service answers ${method} of account "${account}" otherwise than option direct of the account says (${came}, ` +
      `${reference}). Shoppers pay all the same. Write the method into the option, or ask its support.`,
  }),
  nothing_to_pay_by: ({ account, method, reference }: Answered) => ({
    message:
      `The service accepts ${method} of account "${account}" and names nothing to pay by (${reference}). Such a payment is ` +
      "looked up. Ask its support how a shopper pays, or switch the method off (option countries).",
  }),
}

/** Where the service accepts payments and does not know them afterwards, as lookups of another version may. */
export function notFoundProblems(
  found: readonly { account: string; count: number; reference: string }[]
): SetupProblem[] {
  return found.map(({ account, count, reference }) => ({
    code: "payment_not_found",
    message:
      `The service accepted ${count} payments of account "${account}" and does not know them when they are looked up ` +
      `(${reference}): money for them is not seen. Ask its support, and compare options payIn.version and paths.`,
    values: { account, count, reference },
  }))
}
