import { hostname } from "node:os"
import { container } from "@medusajs/framework"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { pluginVersion } from "./version"

/** How a Medusa process is set up. */
export interface ThisProcess {
  host: string
  pid: number
  worker_mode: string
  /**
   * Identifier of Medusa's locking provider: `in-memory`, `locking-redis`, `locking-postgres`, a
   * store's own.
   */
  locking: string
  /** `local` reaches its own process only; `redis`, or the name of another bus. */
  event_bus: string
  version: string
}

const UNKNOWN = "unknown"

/**
 * Whether this process only changes the database, as `medusa db:migrate` does beside a running store:
 * it places no orders, so it is no instance.
 *
 * @param words of the command line
 */
export function onlyMigrates(words: readonly string[]): boolean {
  return words.slice(2).some((word) => word.startsWith("db:"))
}

/**
 * Reads it from the application's container once all modules are loaded: a module receives neither
 * Medusa's locking nor its event bus.
 */
export async function describeThisProcess(): Promise<ThisProcess> {
  const { projectConfig } = container.resolve(ContainerRegistrationKeys.CONFIG_MODULE)
  return {
    host: hostname(),
    pid: process.pid,
    worker_mode: projectConfig.workerMode ?? "shared",
    locking: lockingProvider(registered(Modules.LOCKING)),
    event_bus: eventBus(registered(Modules.EVENT_BUS)),
    version: (await pluginVersion()) ?? UNKNOWN,
  }
}

function registered(key: string): unknown {
  return container.resolve(key, { allowUnregistered: true })
}

/**
 * The default provider of Medusa's locking module, by its own identifier, because a store chooses
 * the id it registers it under.
 */
export function lockingProvider(locking: unknown): string {
  const id = field(locking, "defaultProviderId")
  const providers = field(locking, "providerService_")
  const retrieve = field(providers, "retrieveProviderRegistration")
  const provider: unknown = typeof retrieve === "function" ? retrieve.call(providers, id) : null
  return text(field(field(provider, "constructor"), "identifier")) ?? text(id) ?? UNKNOWN
}

function eventBus(bus: unknown): string {
  const name = text(field(field(bus, "constructor"), "name")) ?? UNKNOWN
  return name.replace(/^(Local|Redis)EventBusService$/, (_, kind: string) => kind.toLowerCase())
}

function text(value: unknown): string | null {
  return typeof value === "string" ? value : null
}

function field(source: unknown, name: string): unknown {
  return Reflect.get(Object(source), name)
}
