import type { IncomingMessage } from "node:http"

/** Largest notification that is read. */
export const MAX_BODY_BYTES = 64 * 1024

/**
 * Most bytes of a refused body that are still read and dropped. A client reads the answer only
 * after it has sent its body; one that sends without end loses its connection instead.
 */
export const MAX_DROPPED_BYTES = 8 * 1024 * 1024

/**
 * Reads a request's body itself, so that any content type and any bytes are kept. null when it is
 * larger than `most` bytes (64 kB) or breaks off.
 */
export function readRawBody(
  req: IncomingMessage,
  most: number = MAX_BODY_BYTES
): Promise<Buffer | null> {
  if (Number(req.headers["content-length"] ?? 0) > most) {
    drop(req)
    return Promise.resolve(null)
  }
  if (req.readableEnded) {
    // An earlier middleware has read it, and it cannot be read twice.
    return Promise.resolve(Buffer.alloc(0))
  }
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let size = 0
    const keep = (chunk: Buffer) => {
      size += chunk.length
      if (size > most) {
        chunks.length = 0
        req.off("data", keep)
        drop(req)
        resolve(null)
      } else {
        chunks.push(chunk)
      }
    }
    req.on("data", keep)
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

function drop(req: IncomingMessage): void {
  let dropped = 0
  req.on("data", (chunk: Buffer) => {
    dropped += chunk.length
    if (dropped > MAX_DROPPED_BYTES) {
      req.destroy()
    }
  })
}
