/**
 * The customer of Medusa whose data is meant. The same person may exist twice, as a guest and with
 * an account.
 */
export interface Whose {
  customer_ids: string[]
  order_ids: string[]
  cart_ids: string[]
}

/** Names of personal fields anywhere in our stored JSON. */
const PERSONAL: readonly string[] = [
  "account_last_four",
  "account_number",
  "account_type",
  "bank",
  "customer",
  "customer_data",
  "customer_id",
  "customer_initials",
  "email",
  "full_name",
  "last_four",
  "legal_doc",
  "legal_doc_type",
  "payment_url",
  "phone_code",
  "phone_number",
  // A bank's text may hold a name.
  "refusal_message",
  "response_message",
]

/**
 * Fields that tell nothing of the customer whose row it is: of other people, such as the operators
 * who decided, and of the plugin's own work.
 */
const NOT_THEIRS =
  /(?:_sealed|_hash|_by|_by_key)$|^(?:sealed_with|fingerprint|signature|makers|by|proposed|actor_id|actor_type|leased_until|fence|deleted_at)$/

/** What a customer is told of a stored value: all but {@link NOT_THEIRS}. */
export function exported(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(exported)
  }
  if (typeof value !== "object" || value === null || value instanceof Date) {
    return value
  }
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, entry]) =>
      NOT_THEIRS.test(key) ? [] : [[key, exported(entry)]]
    )
  )
}

/** Removes personal values. The fields stay, so that readers find their shape. */
export function withoutPersonal(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(withoutPersonal)
  }
  if (typeof value !== "object" || value === null) {
    return value
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [
      key,
      PERSONAL.includes(key) ? null : withoutPersonal(entry),
    ])
  )
}
