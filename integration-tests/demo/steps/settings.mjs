import { fileURLToPath } from "node:url"
import path from "node:path"

export const ROOT = fileURLToPath(new URL("../../../", import.meta.url))

/** Everything the demo keeps: the database, the log of Medusa, the seed's result. */
export const DATA = path.resolve(process.env.DEMO_DATA || path.join(ROOT, ".demo"))
export const MEDUSA_LOG = path.join(DATA, "medusa.log")

/**
 * Whether the admin is built before Medusa starts: for who opens many pages of it, as the browser run does. A person
 * has it sooner from its sources.
 */
export const BUILT_ADMIN = process.env.DEMO_ADMIN === "built"

/** A step that takes longer hangs. A busy machine takes ten times as long as an idle one. */
export const HANGS_MS = 600_000

/** A mistake or a circumstance of the person's own: told in one line, without a stack. */
export class PlainError extends Error {}

/** The ports, each with the variable that chooses another. */
export function readPorts(env) {
  return {
    medusa: readPort(env, "DEMO_PORT", 9000),
    shop: readPort(env, "DEMO_SHOP_PORT", 8000),
    sandbox: readPort(env, "DEMO_SANDBOX_PORT", 8700),
    database: readPort(env, "DEMO_DB_PORT", 54329),
  }
}

function readPort(env, variable, standard) {
  const text = env[variable] || String(standard)
  const port = Number(text)
  if (!Number.isInteger(port) || port < 1 || port > 65535) {
    throw new PlainError(`${variable} must be a port number from 1 to 65535, not "${text}"`)
  }
  return { number: port, variable }
}

export function busy({ number, variable }) {
  return new PlainError(
    `Port ${number} is busy: stop what listens there, or choose another with ` +
      `${variable}=<port> npm run demo`
  )
}

export const ADMIN = { email: "admin@cordillera.example", password: "payin-demo" }
/** The second person, who confirms and approves what the first one made. */
export const COLLEAGUE = { email: "colleague@cordillera.example", password: "payin-demo" }

/** Invented shoppers. The stand-in for the service approves the e-mail name `approved`. */
export const EXAMPLES = {
  co: {
    email: "approved@example.com",
    first_name: "Lucía",
    last_name: "Ejemplo",
    address_1: "Calle 10 # 5-51",
    city: "Bogotá",
    phone: "3000000000",
    legal_doc_type: "CC",
    legal_doc: "1000000001",
    phone_code: "57",
    phone_number: "3000000000",
    full_name: "Lucía Ejemplo",
  },
  pe: {
    email: "approved@example.com",
    first_name: "Mateo",
    last_name: "Ejemplo",
    address_1: "Jirón de la Muestra 120",
    city: "Lima",
    phone: "900000000",
    legal_doc_type: "DNI",
    legal_doc: "00000001",
    phone_code: "51",
    phone_number: "900000000",
    full_name: "Mateo Ejemplo",
  },
}

/** An invented seller, whose goods lie in the fulfillment driver of the demo. */
export const SELLER = {
  name: "Cacao del Norte",
  account: "co",
  currency_code: "COP",
  payment_method: "BANK_TRANSFER",
  destination: {
    legal_doc_type: "NIT",
    legal_doc: "900000001",
    phone_code: "57",
    phone_number: "3000000001",
    email: "seller@example.com",
    full_name: "Cacao del Norte S. A. S.",
    bank: "BANCO CONDOR",
    account_number: "00000000067890",
    account_type: "CORRIENTE",
  },
}

/** An invented supplier, who holds the key that the sandbox knows. */
export const SUPPLIER = {
  legal_doc_type: "CC",
  legal_doc: "1032456789",
  phone_code: "57",
  phone_number: "3000000002",
  email: "supplier@example.com",
  full_name: "Lucía Mora Peña",
  bank: "BANCO CONDOR",
  account_number: "@lucia-mora",
  account_type: "AHORRO",
}
