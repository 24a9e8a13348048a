import type { Redis } from "../support/redis"

/** A hash of keys and the ids of the processes that took them last (remote.mjs). */
const HOLDERS = "faults:lock-holders"

/**
 * Medusa's locks in Redis that a killed process left. They end by themselves after one or two minutes, for
 * which a driver has no time: each completion that meets one waits half a minute for it.
 */
export class RedisLocks {
  constructor(private readonly redis: Redis) {}

  /** As if they had ended. */
  async release(): Promise<void> {
    await this.end(await this.dead())
  }

  /** Time goes by for them. */
  async age(ms: number): Promise<void> {
    const over: string[] = []
    for (const key of await this.dead()) {
      const left = Number(await this.redis.cli("pttl", key)) - ms
      if (left > 0) {
        await this.redis.cli("pexpire", key, String(left))
      } else {
        over.push(key)
      }
    }
    await this.end(over)
  }

  private async end(keys: readonly string[]): Promise<void> {
    if (keys.length > 0) {
      await this.redis.cli("del", ...keys)
      await this.redis.cli("hdel", HOLDERS, ...keys)
    }
  }

  private async dead(): Promise<string[]> {
    const lines = (await this.redis.cli("hgetall", HOLDERS)).split("\n")
    return lines.filter((_, n) => n % 2 === 0 && n + 1 < lines.length && !isAlive(lines[n + 1]))
  }
}

function isAlive(pid: string): boolean {
  try {
    return process.kill(Number(pid), 0)
  } catch {
    return false
  }
}
