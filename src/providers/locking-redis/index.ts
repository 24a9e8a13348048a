import { ModuleProvider, Modules } from "@medusajs/framework/utils"
import redisLocks from "@medusajs/medusa/locking-redis"
import { takingInOrder } from "./in-order"

const [RedisLocks] = redisLocks.services

/**
 * Medusa's own Redis locks, with several keys taken one after the other: the provider for Medusa's
 * locking module in stores that share their locks in Redis. Takes the options of
 * `@medusajs/medusa/locking-redis`.
 */
export default ModuleProvider(Modules.LOCKING, {
  services: [takingInOrder(RedisLocks)],
  loaders: redisLocks.loaders,
})
