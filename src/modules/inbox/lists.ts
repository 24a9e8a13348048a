import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { z } from "zod"
import type { InboxStatus } from "../../domain/notification/inbox-state"
import type { CreatedSpan, Page, PageRequest } from "../../domain/row/page"
import { askCount, askPage, asking, createdWithin, oneOf } from "../../tables/page"
import { readOne } from "../../tables/rows"
import { eventRow } from "./events"

const TABLE = "payin_event"

// The columns that an operator sees of a notification, without hash and lease.
const listedEvent = eventRow.omit({ body_hash: true })

/** A stored notification as it is listed. */
export type ListedEvent = z.infer<typeof listedEvent>

/** All that is given must hold. */
export interface EventFilter {
  reference?: string | undefined
  /** The status that the notification named, in any case. */
  type?: string | undefined
  status?: InboxStatus[] | undefined
  account?: string | undefined
  created: CreatedSpan
}

/** Lists for operators, newest first. */
export class Lists {
  constructor(private readonly pg: Knex) {}

  async events(filter: EventFilter, request: PageRequest): Promise<Page<ListedEvent>> {
    const where = [
      ...oneOf("reference", filter.reference),
      ...oneOf("type", filter.type && spellings(filter.type)),
      ...oneOf("status", filter.status),
      ...oneOf("account", filter.account),
      ...createdWithin(filter.created),
    ]
    return askPage(asking(this.pg), { table: TABLE, where }, request, (row) =>
      listedEvent.parse(row)
    )
  }

  async event(id: string): Promise<ListedEvent | null> {
    return readOne(listedEvent, await this.pg(TABLE).where({ id }).first())
  }

  /** Whether any notification has exactly this reference. */
  async isReference(text: string): Promise<boolean> {
    const row: unknown = await this.pg(TABLE).where({ reference: text }).first("id")
    return row !== undefined
  }

  /** Number of waiting and of dead notifications; each at most 10,000. */
  async depths(): Promise<{ received: number; dead: number }> {
    const [received, dead] = await Promise.all([this.count("received"), this.count("dead")])
    return { received, dead }
  }

  private count(status: InboxStatus): Promise<number> {
    return askCount(asking(this.pg), TABLE, oneOf("status", status))
  }
}

/** The service may write a status in either case, and a function on the column uses no index. */
function spellings(type: string): string[] {
  return [...new Set([type, type.toUpperCase(), type.toLowerCase()])]
}
