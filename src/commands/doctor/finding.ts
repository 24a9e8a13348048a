import type { PayInRawOptions } from "../../domain/options"

/**
 * What a check came to.
 * - `as_documented`: the service does what its documents say
 * - `differs`: it does something else, or what they leave open, and the plugin can live with it
 * - `wrong`: the plugin cannot work with it
 * - `open`: it was not tried, or cannot be seen from here
 */
export type Verdict = "as_documented" | "differs" | "wrong" | "open"

export interface Finding {
  /** What was looked at, in a word or two. */
  check: string
  verdict: Verdict
  /** What was seen, for a person; without secrets. */
  says: string
  /** The options that follow from it. */
  options?: Partial<PayInRawOptions>
}

/** Collects findings, and tells each as soon as it is there. */
export class Findings {
  readonly list: Finding[] = []

  constructor(private readonly tell: (finding: Finding) => void) {}

  add(check: string, verdict: Verdict, says: string, options?: Finding["options"]): void {
    const finding = { check, verdict, says, ...(options !== undefined && { options }) }
    this.list.push(finding)
    this.tell(finding)
  }

  of(verdict: Verdict): Finding[] {
    return this.list.filter((finding) => finding.verdict === verdict)
  }

  /** The options of all findings; of two that name the same group both are kept. */
  options(): Partial<PayInRawOptions> {
    return this.list.reduce<Partial<PayInRawOptions>>(
      (all, { options }) => ({
        ...all,
        ...options,
        ...(options?.amounts && { amounts: { ...all.amounts, ...options.amounts } }),
      }),
      {}
    )
  }
}
