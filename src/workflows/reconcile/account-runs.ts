/**
 * Work that is done for each account side by side. The job comes again before a long run is through: an
 * account that this process is busy with is left out then.
 */
export class AccountRuns {
  private readonly busy = new Set<string>()

  /** Answers the sum of what `work` counted. */
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

/** How many calls a job has under way: half of the account's line is left to the shoppers who wait for a link. */
export function placesOf({ gatewayConcurrency }: { gatewayConcurrency: number }): number {
  return Math.max(1, Math.floor(gatewayConcurrency / 2))
}
