import type { AdminCard } from "../../api/admin/payin/transaction-types"

/** A card as people tell theirs apart: brand, kind and its last four digits. */
export function cardText({ brand, type, last_four }: AdminCard): string {
  return [brand, type, last_four && `•••• ${last_four}`].filter(Boolean).join(" ")
}
