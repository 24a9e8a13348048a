import path from "node:path"

import { searchLog } from "../log-search.mjs"

/**
 * What stands in the log of a part whose Medusa wrote it, and must not. A log without a line of Medusa's is a finding
 * too: then nothing was searched.
 */
export async function secretsInLog(log) {
  const findings = []
  const name = path.basename(log)
  const searched = await searchLog(log)
  if (searched.medusaLines === 0) findings.push(`${name} holds no line of Medusa's log`)
  for (const { name: what, firstLine, times } of searched.findings) {
    findings.push(`${log}:${firstLine} holds a ${what} (${times} times)`)
  }
  findings.push(...new Set(searched.findings.map(({ line }) => `it reads: ${line}`)))
  return findings
}
