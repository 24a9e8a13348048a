import type { ILockingProvider } from "@medusajs/framework/types"

type LockingProvider = new (...injected: unknown[]) => ILockingProvider

/**
 * A locking provider that asks for one key at a time, in an order that everybody keeps. For each it
 * waits as long as it would for all.
 *
 * Medusa locks all products of a cart at once to reserve them, and `@medusajs/medusa/locking-redis`
 * 2.21.2 asks for such keys side by side (docs/medusa.md#inventory-locks). When a cart with two
 * products is through, each of two waiting carts gets one of the locks. They wait for the other
 * until they give up, and what they had stays locked for a minute. Orders of money that came then
 * wait, and a completion that is taken back cannot give its stock back.
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
