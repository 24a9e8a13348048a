import { AbstractEventBusModuleService } from "@medusajs/framework/utils"
import type { Event } from "@medusajs/framework/types"

/** Medusa's bus, with nobody who listens: keeps what was told, in its order. */
export class RecordingBus extends AbstractEventBusModuleService {
  readonly told: { name: string; data: unknown }[] = []
  /** What whoever tells it anything fails with; null: nothing. */
  fails: Error | null = null

  constructor() {
    super({}, {}, { scope: "internal" })
  }

  async emit(events: Event | Event[]): Promise<void> {
    if (this.fails !== null) throw this.fails
    for (const { name, data } of [events].flat()) this.told.push({ name, data })
  }

  /** What was told under one name. */
  of(name: string): unknown[] {
    return this.told.filter((event) => event.name === name).map(({ data }) => data)
  }

  async releaseGroupedEvents(): Promise<void> {}
  async clearGroupedEvents(): Promise<void> {}
}
