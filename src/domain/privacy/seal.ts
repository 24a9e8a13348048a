import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
} from "node:crypto"

/** The place of a sealed text. It opens only there, so a value copied to another row is noticed. */
export interface SealContext {
  table: string
  row: string
  column: string
}

/** Sealed columns: encrypts personal data at rest (docs/decisions/0008-sealed-columns.md). */
export interface Sealer {
  seal(plain: string, context: SealContext): string
  /** @throws SealError `key_missing` when its key is not configured, else `tampered`. */
  open(sealed: string, context: SealContext): string
  /**
   * A keyed fingerprint in hex: equal for equal texts, different after a change of the first key.
   */
  fingerprint(text: string): string
  /**
   * Fingerprints under each configured key, the first key's first: they find rows from before a key
   * change.
   */
  fingerprints(text: string): string[]
  /** Ids of the configured keys. The first key encrypts. An id tells nothing about its key. */
  key_ids: string[]
}

export type SealErrorCode = "key_missing" | "tampered" | "bad_key"

/** Why a text could not be sealed or opened. Never carries a key or a plain text. */
export class SealError extends Error {
  readonly code: SealErrorCode

  constructor(code: SealErrorCode, message: string) {
    super(message)
    this.name = "SealError"
    this.code = code
  }
}

const VERSION = "v1"
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
const SEALED = /^v1\.([0-9a-f]{12})\.([A-Za-z0-9_-]+)$/

/**
 * A sealer for option `encryptionKey`: one base64 key of 32 bytes, or a comma list of which the
 * first encrypts and all decrypt.
 *
 * @throws SealError `bad_key` naming which key of the list is wrong.
 */
export function createSealer(encryptionKey: string): Sealer {
  const keys = readKeys(encryptionKey)
  const [first] = keys
  const byId = new Map(keys.map((key) => [keyId(key), key]))
  const firstId = keyId(first)
  const fingerprintKeys = keys.map((key) =>
    Buffer.from(hkdfSync("sha256", key, "", "medusa-plugin-payin fingerprint", KEY_BYTES))
  )
  const fingerprints = (text: string) =>
    fingerprintKeys.map((key) => createHmac("sha256", key).update(text).digest("hex"))
  return {
    key_ids: [...byId.keys()],
    seal: (plain, context) => {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv("aes-256-gcm", first, nonce, { authTagLength: TAG_BYTES })
      cipher.setAAD(boundTo(firstId, context))
      const body = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()])
      const box = Buffer.concat([nonce, cipher.getAuthTag(), body])
      return `${VERSION}.${firstId}.${box.toString("base64url")}`
    },
    open: (sealed, context) => {
      const id = keyIdOf(sealed)
      const key = byId.get(id)
      if (key === undefined) {
        throw new SealError(
          "key_missing",
          `A stored value needs encryption key ${id}, which is not in option encryptionKey: add that key to the end of the list.`
        )
      }
      return unseal(sealed, id, key, context)
    },
    fingerprint: (text) => fingerprints(text)[0],
    fingerprints,
  }
}

/**
 * The id of the key that opens a sealed text.
 *
 * @throws SealError `tampered` when the text is not a sealed one.
 */
export function keyIdOf(sealed: string): string {
  const id = SEALED.exec(sealed)?.[1]
  if (id === undefined) {
    throw tampered()
  }
  return id
}

function unseal(sealed: string, id: string, key: Buffer, context: SealContext): string {
  const text = sealed.slice(sealed.lastIndexOf(".") + 1)
  const box = Buffer.from(text, "base64url")
  // base64 has spare bits at its end: without this check a changed last character could decode
  // alike.
  if (box.toString("base64url") !== text || box.length < NONCE_BYTES + TAG_BYTES) {
    throw tampered()
  }
  try {
    const decipher = createDecipheriv("aes-256-gcm", key, box.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    })
    decipher.setAAD(boundTo(id, context))
    decipher.setAuthTag(box.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
    const body = box.subarray(NONCE_BYTES + TAG_BYTES)
    return Buffer.concat([decipher.update(body), decipher.final()]).toString("utf8")
  } catch {
    throw tampered()
  }
}

// JSON keeps the parts apart: ("ab", "c") and ("a", "bc") bind differently.
function boundTo(id: string, { table, row, column }: SealContext): Buffer {
  return Buffer.from(JSON.stringify([VERSION, id, table, row, column]))
}

function keyId(key: Buffer): string {
  return createHash("sha256")
    .update("medusa-plugin-payin key id")
    .update(key)
    .digest("hex")
    .slice(0, 12)
}

function readKeys(encryptionKey: string): Buffer[] {
  const texts = encryptionKey.split(",").map((text) => text.trim())
  return texts.map((text, index) => {
    const key = Buffer.from(text, "base64")
    if (!/^[A-Za-z0-9+/]{43}=$/.test(text) || key.toString("base64") !== text) {
      throw badKey(texts.length === 1 ? "it is not" : `key ${index + 1} of ${texts.length} is not`)
    }
    return key
  })
}

function badKey(why: string): SealError {
  return new SealError(
    "bad_key",
    `The encryption key must be 32 bytes in base64 (44 characters, for instance from "openssl rand -base64 32"), or a comma list of such keys; ${why}.`
  )
}

function tampered(): SealError {
  return new SealError(
    "tampered",
    "A stored value cannot be opened: it was changed, copied from another place, or never sealed."
  )
}
