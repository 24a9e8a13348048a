import { type PayInRawOptions, payInOptionsSchema } from "../../domain/options/options"

/**
 * The result of a check.
 * - `as_documented`: the service does what its documents say
 * - `differs`: it behaves differently, or in an undocumented way, and the plugin can live with it
 * - `wrong`: the plugin cannot work with it
 * - `open`: it was not tried, or cannot be seen from here
 */
export type Result = "as_documented" | "differs" | "wrong" | "open"

/**
 * The options that follow from a finding. Two findings speak about `payOutTypes`, so each names its
 * words only.
 */
export interface Advice extends Omit<Partial<PayInRawOptions>, "payOutTypes"> {
  payOutWords?: { removed?: string[]; added?: string[] }
}

export interface Finding {
  /** The subject, in a word or two. */
  check: string
  result: Result
  /** The observation, for a person; without secrets. */
  says: string
  options?: Advice
}

const USUAL_WORDS = payInOptionsSchema.shape.payOutTypes.parse(undefined)

/** Collects findings, and reports each at once. */
export class Findings {
  readonly list: Finding[] = []

  constructor(private readonly tell: (finding: Finding) => void) {}

  add(check: string, result: Result, says: string, options?: Advice): void {
    const finding = { check, result, says, ...(options !== undefined && { options }) }
    this.list.push(finding)
    this.tell(finding)
  }

  of(result: Result): Finding[] {
    return this.list.filter((finding) => finding.result === result)
  }

  /** Option `payOutTypes` by the findings so far. */
  payOutTypes(): string[] {
    const changes = this.list.flatMap(({ options }) => options?.payOutWords ?? [])
    const removed = new Set(changes.flatMap((change) => change.removed ?? []))
    const added = changes.flatMap((change) => change.added ?? [])
    return [...USUAL_WORDS.filter((word) => !removed.has(word)), ...added]
  }

  /** The options of all findings; of two that name the same group both are kept. */
  options(): Partial<PayInRawOptions> {
    const advice = this.list.flatMap(({ options }) => options ?? [])
    const { payOutWords, ...options } = advice.reduce<Advice>(
      (all, next) => ({ ...all, ...next, ...groupsOf(all, next) }),
      {}
    )
    return { ...options, ...(payOutWords && { payOutTypes: this.payOutTypes() }) }
  }
}

/** The options that are groups of options themselves. */
function groupsOf(all: Advice, next: Advice): Advice {
  return {
    ...(next.amounts && { amounts: { ...all.amounts, ...next.amounts } }),
    ...(next.notKnown && { notKnown: { ...all.notKnown, ...next.notKnown } }),
    ...(next.countries && { countries: { ...all.countries, ...next.countries } }),
    ...(next.payouts && { payouts: { ...all.payouts, ...next.payouts } }),
  }
}
