import { z } from "zod"
import {
  changedFields,
  showDestination,
  type DestinationField,
  type PayoutDestination,
  type ShownDestination,
} from "../../domain/payout/destination"
import { ACCOUNT_TYPES, isByForm } from "../../domain/payout/methods"
import { SealError, type Sealer } from "../../domain/privacy/seal"
import type { Payout } from "./rows"

const text = z.string()
const stored = z.object({
  legal_doc: text,
  legal_doc_type: text,
  phone_code: text,
  phone_number: text,
  email: text,
  full_name: text,
  bank: text.nullable(),
  account_number: text.nullable(),
  account_type: z.enum(ACCOUNT_TYPES).nullable(),
})

/** A table that keeps a destination in `destination_sealed`. */
type Table = "payin_payout" | "payin_payout_attempt" | "payin_beneficiary"

/** The columns of a row that keeps a destination. */
export type DestinationColumns = ShownDestination & {
  destination_sealed: string
  sealed_with: string
}

/**
 * Destinations, sealed at rest (docs/decisions/0008-sealed-columns.md): each opens only in its own
 * row.
 */
export class Destinations {
  constructor(private readonly sealer: Sealer) {}

  columns(table: Table, row: string, destination: PayoutDestination): DestinationColumns {
    const context = { table, row, column: "destination_sealed" }
    return {
      ...showDestination(destination),
      destination_sealed: this.sealer.seal(JSON.stringify(destination), context),
      sealed_with: this.sealer.key_ids[0],
    }
  }

  /** The columns of a row with an erased destination: empty texts that identify nobody. */
  erased(table: Table, row: string): DestinationColumns {
    const context = { table, row, column: "destination_sealed" }
    return {
      ...{ full_name: "", bank: "", account_type: "", account_last_four: "" },
      destination_sealed: this.sealer.seal("{}", context),
      sealed_with: this.sealer.key_ids[0],
    }
  }

  /** @throws SealError when its key is missing or the value was changed. */
  open(
    table: Table,
    { id, destination_sealed }: { id: string; destination_sealed: string }
  ): PayoutDestination {
    const context = { table, row: id, column: "destination_sealed" }
    return stored.parse(JSON.parse(this.sealer.open(destination_sealed, context)))
  }

  /**
   * The e-mail that the form of a payout goes to, which its approval means; null of any other payout, and
   * where it cannot be opened.
   */
  recipientOf({ id, payment_method, destination_sealed }: Payout): string | null {
    if (destination_sealed === null || !isByForm({ payment_method })) {
      return null
    }
    try {
      return this.open("payin_payout", { id, destination_sealed }).email
    } catch (error) {
      if (error instanceof SealError) {
        return null
      }
      throw error
    }
  }

  /** The fields in which a destination differs from the row's; all of them where the row cannot be opened. */
  changes(
    table: Table,
    row: { id: string; destination_sealed: string },
    destination: PayoutDestination
  ): DestinationField[] {
    try {
      return changedFields(this.open(table, row), destination)
    } catch (error) {
      if (error instanceof SealError) {
        return changedFields(null, destination)
      }
      throw error
    }
  }
}
