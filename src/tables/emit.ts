import type { IEventBusModuleService, Logger } from "@medusajs/framework/types"
import { reasonOf } from "../domain/error-reason"

/**
 * Tells Medusa's bus, after the commit: a bus that fails never undoes what was written. Ids and states only
 * (design.md 3.6).
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
