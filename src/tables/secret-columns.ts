import { MedusaError } from "@medusajs/framework/utils"

// Encrypted texts, the id of their key, and hashes of the keys in addresses.
const SECRET = /(?:_sealed|_hash)$|^sealed_with$/

/**
 * Keeps secret columns from whoever reads the module's rows through Medusa: `query.graph`, and
 * `?fields=` of Medusa's own routes, which follow our links. They call the generated methods, and
 * each of those hands its rows through `serialize`. The module itself reads by SQL.
 */
export function hideSecretColumns(service: object): void {
  const repository: unknown = Reflect.get(service, "baseRepository_")
  if (typeof repository !== "object" || repository === null) {
    return
  }
  const serialize: unknown = Reflect.get(repository, "serialize")
  if (typeof serialize !== "function") {
    const message = "Medusa's repository has no serialize: secret columns would be shown."
    throw new MedusaError(MedusaError.Types.UNEXPECTED_STATE, message)
  }
  const hiding: unknown = Object.create(repository, {
    serialize: {
      value: async (...given: unknown[]) =>
        withoutSecrets(await Reflect.apply(serialize, repository, given)),
    },
  })
  Reflect.set(service, "baseRepository_", hiding)
}

function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(withoutSecrets)
  }
  if (!isPlain(value)) {
    return value
  }
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, entry]) =>
      SECRET.test(key) ? [] : [[key, withoutSecrets(entry)]]
    )
  )
}

// A Date is an object too.
function isPlain(value: unknown): value is object {
  if (typeof value !== "object" || value === null) {
    return false
  }
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
