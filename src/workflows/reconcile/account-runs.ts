/**
 * Runs work for all accounts in parallel. If the job starts again before a long run ends, accounts
 * that this process still works on are left out.
 */
export class AccountRuns {
  private readonly busy = new Set<string>()

  /** Returns the sum of the counts of `work`. */
  async each(
    accounts: readonly { id: string }[],
    work: (account: string) => Promise<number>
  ): Promise<number> {
    const counts = await Promise.all(accounts.map(({ id }) => this.one(id, work)))
    return counts.reduce((sum, count) => sum + count, 0)
  }

  private async one(account: string, work: (account: string) => Promise<number>): Promise<number> {
    if (this.busy.has(account)) {
      return 0
    }
    this.busy.add(account)
    try {
      return await work(account)
    } finally {
      this.busy.delete(account)
    }
  }
}

/**
 * Call slots of a job: half of the account's, so that the others stay free for shoppers who wait
 * for a link.
 */
export function callSlotsOfJob({ gatewayConcurrency }: { gatewayConcurrency: number }): number {
  return Math.max(1, Math.floor(gatewayConcurrency / 2))
}
