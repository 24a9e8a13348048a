import type { Merchant } from "../settings"
import type { Authorization, Capture, Subscription, SubscriptionStatus } from "./records"

export interface AuthorizationFilter {
  subscription_id?: string
  reference_id?: string
}

/** Subscriptions, preauthorizations and captures, in memory, in order of creation. */
export class CardStore {
  private readonly subscriptions = new Map<string, Subscription>()
  private readonly authorizations = new Map<string, Authorization>()
  private readonly captures = new Map<string, Capture>()
  private readonly byReference = new Map<string, Authorization[]>()
  private readonly bySubscription = new Map<string, Authorization[]>()

  addSubscription(subscription: Subscription): void {
    this.subscriptions.set(subscription.subscription_id, subscription)
  }

  addAuthorization(authorization: Authorization): void {
    const { transaction_id, reference_id, subscription } = authorization
    this.authorizations.set(transaction_id, authorization)
    push(this.byReference, reference_id, authorization)
    push(this.bySubscription, subscription.subscription_id, authorization)
  }

  addCapture(capture: Capture): void {
    this.captures.set(capture.transaction_id, capture)
  }

  subscription(id: string): Subscription | null {
    return this.subscriptions.get(id) ?? null
  }

  authorization(id: string): Authorization | null {
    return this.authorizations.get(id) ?? null
  }

  capture(id: string): Capture | null {
    return this.captures.get(id) ?? null
  }

  /** A merchant sees its own subscriptions only. */
  subscriptionFor(merchant: Merchant, id: string, now: number): Subscription | null {
    const found = this.subscription(id)
    return found && isSeen(found, merchant, found.visible_at, now) ? found : null
  }

  authorizationFor(merchant: Merchant, id: string, now: number): Authorization | null {
    const found = this.authorization(id)
    return found && isSeen(found.subscription, merchant, found.visible_at, now) ? found : null
  }

  /** In order of creation. */
  underReference(merchant: Merchant, reference: string): Authorization[] {
    return (this.byReference.get(reference) ?? []).filter(
      ({ subscription }) => subscription.merchant.merchantId === merchant.merchantId
    )
  }

  ofSubscription({ subscription_id }: Subscription): readonly Authorization[] {
    return this.bySubscription.get(subscription_id) ?? []
  }

  newestSubscriptions(limit: number, status?: SubscriptionStatus): Subscription[] {
    return newest(
      [...this.subscriptions.values()],
      limit,
      (subscription) => status === undefined || subscription.status === status
    )
  }

  newestAuthorizations(limit: number, filter: AuthorizationFilter = {}): Authorization[] {
    return newest(this.candidates(filter), limit, (one) => fits(one, filter))
  }

  newestCaptures(limit: number, filter: AuthorizationFilter = {}): Capture[] {
    return newest([...this.captures.values()], limit, (one) => fits(one, filter))
  }

  count(): Record<"subscriptions" | "authorizations" | "captures", number> {
    return {
      subscriptions: this.subscriptions.size,
      authorizations: this.authorizations.size,
      captures: this.captures.size,
    }
  }

  reset(): void {
    this.subscriptions.clear()
    this.authorizations.clear()
    this.captures.clear()
    this.byReference.clear()
    this.bySubscription.clear()
  }

  /** A test that looks up one cycle among many must not pay for all of them. */
  private candidates({ reference_id, subscription_id }: AuthorizationFilter): Authorization[] {
    if (reference_id !== undefined) return this.byReference.get(reference_id) ?? []
    if (subscription_id !== undefined) return this.bySubscription.get(subscription_id) ?? []
    return [...this.authorizations.values()]
  }
}

function isSeen(
  { merchant }: Subscription,
  caller: Merchant,
  visible_at: number,
  now: number
): boolean {
  return merchant.merchantId === caller.merchantId && now >= visible_at
}

function fits(one: Authorization | Capture, filter: AuthorizationFilter): boolean {
  const { reference_id, subscription_id } = filter
  return (
    (reference_id === undefined || one.reference_id === reference_id) &&
    (subscription_id === undefined || one.subscription.subscription_id === subscription_id)
  )
}

function newest<Kind>(all: Kind[], limit: number, keep: (one: Kind) => boolean): Kind[] {
  const found: Kind[] = []
  for (let index = all.length - 1; index >= 0 && found.length < limit; index--) {
    if (keep(all[index])) found.push(all[index])
  }
  return found
}

function push<Kind>(map: Map<string, Kind[]>, key: string, value: Kind): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [value])
  else list.push(value)
}
