import type { PayoutSource } from "../payout/state"
import { INHERITED_MS } from "../time/schedule"

// Installation: which database and which settings move money (docs/decisions/0033-one-living-installation.md).

/** What tells one installation from another. A value that cannot be read is null. */
export interface Installation {
  /** PostgreSQL's system identifier of the cluster. A copy of the files keeps it, a dump does not. */
  cluster: string | null
  /** PostgreSQL's object id of the database, which a database made anew does not keep. */
  database: string
  /** Timeline of the write-ahead log. It grows when a replica or a restored cluster takes over. */
  timeline: string | null
  callback_url: string
  /** The service's merchant id of each account that has one, by the account's id. */
  merchants: Readonly<Record<string, string>>
}

export const INSTALLATION_REASONS = [
  "other_database",
  "other_callback_url",
  "other_merchant",
] as const
/** Why a process does not run on the living installation. */
export type InstallationReason = (typeof INSTALLATION_REASONS)[number]

/** Whether money may leave by itself here. `since` is the start of that. */
export type InstallationStanding =
  | { live: true; reason: null; since: Date | null }
  | { live: false; reason: InstallationReason; since: Date }

/**
 * Installation: why the found one is not the living one; null when it is.
 *
 * - A value that could be read before and cannot be read now counts as another one: a copy may run
 *   where it cannot be read.
 * - An account that is new, gone, or has its first merchant id pays for nobody else, so it counts
 *   as no difference.
 */
export function installationChange(
  living: Installation,
  found: Installation
): InstallationReason | null {
  if (
    living.cluster !== found.cluster ||
    living.database !== found.database ||
    living.timeline !== found.timeline
  ) {
    return "other_database"
  }
  if (living.callback_url !== found.callback_url) {
    return "other_callback_url"
  }
  const differs = ([account, merchant]: [string, string]) =>
    Object.hasOwn(living.merchants, account) && living.merchants[account] !== merchant
  return Object.entries(found.merchants).some(differs) ? "other_merchant" : null
}

/** Whether the living installation knows a merchant id of each account that has one. */
export function knowsMerchants(living: Installation, found: Installation): boolean {
  return Object.keys(found.merchants).every((account) => Object.hasOwn(living.merchants, account))
}

/**
 * How long after a take-over a new payout may pay what the other installation paid already, in
 * milliseconds. A person's own payout is new in every database. Any other derives its reference
 * from a refund, a fulfillment, a file or a question that may stand in both.
 */
export function inheritedFor(source: PayoutSource): number {
  return source === "operator" ? 0 : INHERITED_MS
}

const REASONS: Record<InstallationReason, string> = {
  other_database: "the database is another one, or was restored, copied or promoted",
  other_callback_url: "the option callbackUrl is another one",
  other_merchant: "an account has another merchantId",
}

export interface InstallationProblem {
  code: "installation_held"
  message: string
  values: Readonly<Record<string, string | number>>
}

/** What a person is told of a held installation; nothing of a living one. */
export function installationProblems(standing: InstallationStanding): InstallationProblem[] {
  if (standing.live) {
    return []
  }
  const message =
    `This is not the installation that moved money before: ${REASONS[standing.reason]}. No payout is sent and no ` +
    "subscription is renewed here. If the other one will never run again, take over (settings page, or " +
    "POST /admin/payin/status/take-over). If this is a copy, leave it."
  return [{ code: "installation_held", message, values: { reason: standing.reason } }]
}
