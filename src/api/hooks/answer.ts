import type { MedusaResponse } from "@medusajs/framework/http"

/** What a notification is answered with: 202 once it is stored, else why not, in Medusa's shape. */
export type HookAnswer =
  | { status: 202 }
  | { status: 400; type: "invalid_data"; message: string }
  | { status: 401; type: "unauthorized"; message: string }
  | { status: 404; type: "not_found"; message: string }
  | { status: 413; type: "invalid_data"; message: string }

/** It is in the inbox; whether it was there before is nobody's business. */
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
