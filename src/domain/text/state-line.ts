/**
 * Values of a state line: ids, states, counts. No personal data and no free text, so nothing is
 * quoted.
 */
type Named = string | number | null

/**
 * The log line of one state change, for grep and log collectors: the subject, then `key=value`
 * pairs divided by one space, `-` for a missing value. The same subject always has the same keys,
 * such as `payin.transaction id=payin_1 reference=pin_1 from=pending to=approved cause=service
 * account=co order=-`. Medusa's logger keeps the text whole, as `message` where a store logs JSON.
 */
export function stateLine(subject: string, named: Record<string, Named>): string {
  const pairs = Object.entries(named).map(([key, value]) => `${key}=${value ?? "-"}`)
  return [subject, ...pairs].join(" ")
}
