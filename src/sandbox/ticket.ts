import { randomBytes, randomUUID } from "node:crypto"
import type { Behaviour } from "./settings"

/** 15 characters, or a UUID v4 (docs/service.md#references-and-tickets). */
export function newTicket({ tickets, form }: Behaviour): string {
  const shape = tickets ?? (form === "flat" ? "uuid" : "short")
  return shape === "uuid" ? randomUUID() : randomBytes(8).toString("hex").slice(0, 15)
}
