import type { ILockingProvider } from "@medusajs/framework/types"

type LockingProvider = new (...injected: unknown[]) => ILockingProvider

/**
 * A locking provider that asks for one key at a time, in an order that everybody keeps.
 *
 * Core locks all products of a cart at once to reserve them, and `@medusajs/medusa/locking-redis` 2.21.2 asks for such
 * keys side by side: of three carts with the same two products each gets one, all wait for the other until they give
 * up, and what they had stays locked for a minute (Medusa's issue 16285). Orders of money that came then wait, and a
 * completion that is taken back cannot give its stock back.
 */
export function takingInOrder(Locks: LockingProvider): LockingProvider {
  return class extends Locks {
    override execute<Result>(
      keys: string | string[],
      job: (signal?: AbortSignal) => Promise<Result>,
      args?: { timeout?: number; expire?: number }
    ): Promise<Result> {
      const [first, ...others] = [...new Set([keys].flat())].sort()
      if (others.length === 0) {
        return super.execute(keys, job, args)
      }
      // A lock that is lost fails its own `execute` once the job is through, the outer ones' too.
      return super.execute(first, () => this.execute(others, job, args), args)
    }
  }
}
