/** What a state line may name: ids, states, counts. Nobody's data and no free text, so no quoting either. */
type Named = string | number | null

/**
 * The log line of one state change, for a person with grep and for a log collector: the subject, then
 * `key=value` pairs divided by one space, `-` for what is not there. The same subject always has the same
 * keys, such as
 * `payin.transaction id=payin_1 reference=pin_1 from=pending to=approved cause=service account=co order=-`.
 * Medusa's logger hands the text on whole, as `message` where a store logs JSON.
 */
export function stateLine(subject: string, named: Record<string, Named>): string {
  const pairs = Object.entries(named).map(([key, value]) => `${key}=${value ?? "-"}`)
  return [subject, ...pairs].join(" ")
}
