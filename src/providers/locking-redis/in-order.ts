import type { ILockingProvider } from "@medusajs/framework/types"

type LockingProvider = new (...injected: unknown[]) => ILockingProvider

/**
 * Locks several keys one after the other, in an order that all processes share. It waits for each
 * key as long as it would for all.
 *
 * Medusa locks all products of a cart at once to reserve them, and `@medusajs/medusa/locking-redis`
 * 2.21.2 requests such keys in parallel (docs/medusa.md#inventory-locks). When a cart with two
 * products is done, each of two waiting carts may get one of the locks. Both then wait for the
 * other until they fail, and their locks stay for a minute. Meanwhile orders of paid money wait,
 * and a failed completion cannot free its stock.
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
        return super.execute(first ?? keys, job, args)
      }
      const inside = (lost?: AbortSignal) =>
        this.execute(others, (lostToo) => job(either(lost, lostToo)), args)
      return super.execute(first, inside, args)
    }
  }
}

/** Aborted when the lock of any key is lost. */
function either(...signals: (AbortSignal | undefined)[]): AbortSignal | undefined {
  const known = signals.filter((signal) => signal !== undefined)
  return known.length > 1 ? AbortSignal.any(known) : known[0]
}
