import type { Readable } from "node:stream"

/** Largest notification that is read (design.md 3.4). */
export const MAX_BODY_BYTES = 64 * 1024

/**
 * Reads a request's body itself, so that any content type and any bytes are kept. null when it is larger
 * than 64 kB: reading stops there.
 */
export async function readRawBody(req: Readable): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of req) {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk))
    size += bytes.length
    if (size > MAX_BODY_BYTES) {
      return null
    }
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
}
