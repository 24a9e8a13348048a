import type { IEventBusModuleService, Logger } from "@medusajs/framework/types"
import { reasonOf } from "../domain/error/reason"

/**
 * Publishes on Medusa's bus, after the commit: a failing bus never undoes a write. Ids and states
 * only (docs/decisions/0026-events-carry-ids.md).
 */
export async function emit(
  bus: IEventBusModuleService | undefined,
  logger: Logger | undefined,
  message: { name: string; data: Record<string, string | null> }
): Promise<void> {
  try {
    await bus?.emit(message)
  } catch (error) {
    logger?.error(`payin: event ${message.name} was not emitted: ${reasonOf(error)}`)
  }
}
