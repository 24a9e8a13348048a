// What is asked of whoever says where money goes: the country's table with the store's options, and
// their answer, where more of it may be known.

import type { CustomerFieldName } from "../../../domain/privacy/customer-data"
import type { AccountType } from "../../../domain/payout/methods"
import type { RefundDestination } from "../../../domain/refund/destination"
import type { Text } from "../../../domain/text/language"

export interface AdminDestinationForm {
  account: string
  country: string
  currency_code: string
  /** Of an amount, as it can be sent. */
  decimals: number
  /** The first is the usual one; none: money cannot be sent there. */
  methods: {
    payment_method: string
    label: Text
    /** What stands in `account_number`. */
    account: Text
    /** The recipient names the account in a form of the service. Only a payout goes so. */
    by_form?: true
  }[]
  account_types: { value: AccountType; label: Text }[]
  /** Names to offer; any other may be written. */
  banks: string[]
  /** Whether none has to be named. */
  bank_optional: boolean
  /** What is asked of the person; `options`, where only these are taken. */
  person: { name: CustomerFieldName; label: Text; max: number | null; options: string[] | null }[]
  /** Of the country, to start with. */
  phone_code: string
}

export interface AdminDestinationFormAnswer {
  destination_form: AdminDestinationForm
}

/** Where money that is given back goes: the account is enough, it is the payer's unless the rest names somebody else. */
export interface PostedRefundDestination extends RefundDestination {
  /** The country's usual one unless told. */
  payment_method?: string
}

/** Where a payout goes that was made without saying so: the account is enough where it gives money back to its payer. */
export type PostedDestination = Omit<RefundDestination, "payment_method">
