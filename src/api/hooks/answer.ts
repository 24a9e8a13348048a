import type { MedusaResponse } from "@medusajs/framework/http"

/** The answer to a notification: 202 once it is stored, else the reason in Medusa's shape. */
export type HookAnswer =
  | { status: 202 }
  | { status: 400; type: "invalid_data"; message: string }
  | { status: 401; type: "unauthorized"; message: string }
  | { status: 404; type: "not_found"; message: string }
  | { status: 413; type: "invalid_data"; message: string }

/** Stored; the answer does not reveal whether it was stored before. */
export const STORED: HookAnswer = { status: 202 }

export const TOO_LARGE: HookAnswer = {
  status: 413,
  type: "invalid_data",
  message: "The notification is larger than 64 kB.",
}

export function notFound(message: string): HookAnswer {
  return { status: 404, type: "not_found", message }
}

export function unauthorized(message: string): HookAnswer {
  return { status: 401, type: "unauthorized", message }
}

export function answerHook(res: MedusaResponse, { status, ...refusal }: HookAnswer): void {
  res.status(status).json("message" in refusal ? refusal : { received: true })
}
