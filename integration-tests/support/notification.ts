import { createHash } from "node:crypto"
import http from "node:http"
import { CANARY } from "./personal-data"
import type { Shop } from "./shop"

/**
 * What the service says about one of its transactions, as the store will get it
 * (docs/service.md#notification-body).
 */
export interface Notice {
  /** Path of the notification's address: /hooks/payin/ipn/:reference/:key. */
  path: string
  key: string
  ticket: string
  body: Record<string, unknown>
}

/** What the service would send about a reference now, with changes; nothing is sent. */
export function noticeOf(
  shop: Pick<Shop, "sandbox">,
  reference: string,
  change: Record<string, unknown> = {}
): Notice {
  const transaction = shop.sandbox.transaction(reference) ?? shop.sandbox.payout(reference)
  if (transaction === null) {
    throw new Error(`the service knows no ${reference}`)
  }
  const path = new URL(transaction.ipn_url).pathname
  return {
    path,
    key: path.slice(path.lastIndexOf("/") + 1),
    ticket: transaction.ticket,
    body: {
      top_status: transaction.status,
      top_ticket: transaction.ticket,
      top_reference: reference,
      top_amount: transaction.amount,
      top_currency: transaction.currency,
      ...change,
    },
  }
}

/**
 * `x-trx-signature`, written down from docs/service.md#signatures and not from the plugin's code.
 */
export function signatureOf(ticket: unknown, reference: string, token = CANARY.service.token) {
  return createHash("sha256").update(JSON.stringify({ token, ticket, reference })).digest("hex")
}

export interface RawAnswer {
  status: number
  body: string
}

/** A POST whose bytes and headers are all the test's own; `body` in pieces is sent chunked. */
export function postRaw(
  url: string,
  headers: http.OutgoingHttpHeaders,
  body: Buffer | Buffer[]
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const request = http.request(url, { method: "POST", headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on("data", (chunk: Buffer) => chunks.push(chunk))
      response.on("end", () => {
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() })
        request.destroy()
      })
    })
    request.on("error", reject)
    if (Array.isArray(body)) {
      body.forEach((piece) => request.write(piece))
      request.end()
    } else if (Number(headers["content-length"] ?? body.length) > body.length) {
      // The rest that was promised never comes.
      request.write(body)
    } else {
      request.end(body)
    }
  })
}

/** The notifications that the store keeps of a reference, the oldest first. */
export async function keptNotices(shop: Pick<Shop, "pg">, reference: string) {
  const rows: {
    source: string
    type: string
    status: string
    status_reason: string | null
    signature: string
    last_error: string | null
    payload: Record<string, unknown>
  }[] = await shop.pg("payin_event").where({ reference }).orderBy("created_at")
  return rows
}
