import type { IncomingMessage } from "node:http"

/** Largest notification that is read (design.md 3.4). */
export const MAX_BODY_BYTES = 64 * 1024

/**
 * Reads a request's body itself, so that any content type and any bytes are kept. null when it is larger
 * than 64 kB or breaks off. What comes after the limit is read and dropped: destroying the stream would
 * take the connection, and the answer, with it.
 */
export function readRawBody(req: IncomingMessage): Promise<Buffer | null> {
  if (Number(req.headers["content-length"] ?? 0) > MAX_BODY_BYTES) {
    req.resume()
    return Promise.resolve(null)
  }
  if (req.readableEnded) {
    // Somebody before us read it, and it cannot be read twice.
    return Promise.resolve(Buffer.alloc(0))
  }
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let size = 0
    req.on("data", (chunk: Buffer) => {
      size += chunk.length
      if (size > MAX_BODY_BYTES) {
        chunks.length = 0
        resolve(null)
      } else {
        chunks.push(chunk)
      }
    })
    req.once("end", () => {
      resolve(Buffer.concat(chunks))
    })
    const brokenOff = () => {
      resolve(null)
    }
    req.once("error", brokenOff)
    req.once("close", brokenOff)
  })
}
