import type { Say } from "../text/use-texts"

/** The service's name of an account type in words; one that has none yet by its own name. */
export function accountTypeName(type: string | null, say: Say): string | null {
  switch (type) {
    case "AHORRO":
    case "CORRIENTE":
    case "WALLET":
    case "CLABE":
      return say(`destination.type.${type}`)
    default:
      return type
  }
}
