/**
 * The values of a secret that is being changed: a comma list. The first one is sent or signs, all
 * of them verify.
 */
export function secretsIn(list: string): string[] {
  return list.split(",").map((secret) => secret.trim())
}

/** What is wrong with the list itself, as the end of "must ..."; null for a good one. */
export function secretListProblem(list: string): string | null {
  const secrets = secretsIn(list)
  if (secrets.includes("")) {
    return "must name a secret before and after each comma"
  }
  return new Set(secrets).size < secrets.length ? "must not name a secret twice" : null
}
