import type { z } from "zod"

/** A wrong or missing option. The message is one line that names it and says what to do. */
export class OptionsError extends Error {
  /** Path of the option, such as `accounts[0].country`. */
  readonly option: string

  constructor(option: string, problem: string) {
    super(`medusa-plugin-payin: option "${option}" ${problem}`.replace(/\s+/g, " "))
    this.name = "OptionsError"
    this.option = option
  }
}

export function missing(option: string, help: string): OptionsError {
  return new OptionsError(option, `is missing: ${help}`)
}

export function wrong(option: string, problem: string): OptionsError {
  return new OptionsError(option, `is wrong: ${problem}`)
}

/**
 * The first problem that zod found. Never shows a value: it may be a credential.
 *
 * @param describe returns what an option is, by the name of the top-level option
 */
export function fromZod(
  error: z.ZodError,
  raw: unknown,
  describe: (name: string) => string
): OptionsError {
  const issue = error.issues[0]
  if (issue?.code === "unrecognized_keys") {
    const unknownKey = [...issue.path, ...issue.keys.slice(0, 1)]
    return wrong(pathText(unknownKey), "there is no such option; check its spelling")
  }
  if (issue === undefined || issue.path.length === 0) {
    return missing("options", "pass an object with the options of the plugin")
  }
  const option = pathText(issue.path)
  const help = describe(String(issue.path[0]))
  return valueAt(raw, issue.path) === undefined
    ? missing(option, help)
    : wrong(option, `${issue.message}. ${help}`)
}

function pathText(path: readonly PropertyKey[]): string {
  return path
    .map((part, index) =>
      typeof part === "number" ? `[${part}]` : `${index === 0 ? "" : "."}${String(part)}`
    )
    .join("")
}

function valueAt(raw: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, part) =>
      typeof value === "object" && value !== null ? Reflect.get(value, part) : undefined,
    raw
  )
}
