import { createReadStream, readFileSync } from "node:fs"
import { createInterface } from "node:readline"
import { stripVTControlCharacters } from "node:util"

const canary = JSON.parse(readFileSync(new URL("./personal-data.json", import.meta.url), "utf8"))

const SHOWN_CHARACTERS = 1_000

// The passwords and tokens that the sandbox accepts out of the box.
const SANDBOX_SECRETS = /sandbox-(?:co|pe|mx)-(?:password|token)/i

const PATTERNS = [
  // The key of a notification's address: 128 random bits in hex.
  { name: "key of a notification address", pattern: /\/ipn\/[^/\s"']+\/[0-9a-f]{32}\b/i },
  // The token of a refund's page.
  { name: "address of a refund's page", pattern: /\/refund\/[0-9a-f]{32}\b/i },
  { name: "Basic credentials", pattern: /\bBasic\s+[A-Za-z0-9+/]{8,}={0,2}/ },
  { name: "Bearer credentials", pattern: /\bBearer\s+[\w-]{8,}/ },
  { name: "secret of the sandbox", pattern: SANDBOX_SECRETS },
  { name: "shopper's e-mail", pattern: /@canary-shopper\.example|%40canary-shopper\.example/i },
]

const values = [
  ...shopper("CO", canary.co),
  ...shopper("PE", canary.pe),
  ["address", canary.address.address_1],
  ["bank account", canary.refund_destination.account_number],
  ["service password", canary.service.password],
  ["service token", canary.service.token],
  ["webhook secret", canary.webhook_secret],
  ["encryption key", canary.encryption_key],
  ["service credentials", basic(canary.service.username, canary.service.password)],
]

function shopper(country, data) {
  return [
    [`${country} document number`, data.legal_doc],
    [`${country} telephone`, data.phone_number],
    // Names are stored whole and in parts.
    ...data.full_name.split(" ").map((part) => [`${country} shopper's name`, part]),
  ]
}

function basic(username, password) {
  return Buffer.from(`${username}:${password}`).toString("base64")
}

const NEEDLES = values.flatMap(([name, value]) => {
  const spellings = new Set([value, encodeURIComponent(value)])
  return [...spellings].map((spelling) => ({ name, text: spelling.toLowerCase() }))
})

/** What a line of a log must not hold: the names of the secrets and personal data found in it. */
export function findInLine(coloured) {
  const line = stripVTControlCharacters(coloured)
  const lower = line.toLowerCase()
  const found = NEEDLES.filter(({ text }) => lower.includes(text)).map(({ name }) => name)
  for (const { name, pattern } of PATTERNS) if (pattern.test(line)) found.push(name)
  return [...new Set(found)]
}

/** The beginning of a line with nothing in it that a log must not hold: for whoever looks for who wrote it. */
export function withoutSecrets(coloured) {
  const line = stripVTControlCharacters(coloured)
  return [...NEEDLES.map(({ text }) => anyCase(text)), ...PATTERNS.map(({ pattern }) => pattern)]
    .map(({ source }) => new RegExp(source, "gi"))
    .reduce((shown, secret) => shown.replace(secret, "***"), line)
    .slice(0, SHOWN_CHARACTERS)
}

function anyCase(text) {
  return new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), "i")
}

/**
 * Reads a whole log. Returns how many lines it has, how many of them Medusa's logger wrote, and of
 * every kind of finding the first line it stands in, as withoutSecrets() shows it, and how often it occurs.
 */
export async function searchLog(file) {
  const findings = new Map()
  let lines = 0
  let medusaLines = 0
  for await (const line of createInterface({ input: createReadStream(file) })) {
    lines += 1
    if (line.startsWith('{"') && line.includes('"level":"')) medusaLines += 1
    for (const name of findInLine(line)) {
      const finding = findings.get(name) ?? {
        name,
        firstLine: lines,
        line: withoutSecrets(line),
        times: 0,
      }
      finding.times += 1
      findings.set(name, finding)
    }
  }
  return { lines, medusaLines, findings: [...findings.values()] }
}
