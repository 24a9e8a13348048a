import { z } from "zod"
import { OptionsError, resolveOptions, type PayInAccount, type PayInOptions } from "./options"

const named = z.object({ account: z.string() })

/**
 * The options of one payment provider of ours: those of `withPayIn`, and the id of its account.
 *
 * @throws OptionsError with one line that names what is wrong
 */
export function readProviderOptions(
  raw: Record<string, unknown>,
  environment: { production: boolean }
): { options: PayInOptions; account: PayInAccount } {
  const read = named.safeParse(raw)
  if (!read.success) {
    throw new OptionsError(
      "account",
      'is missing: each provider names one of "accounts" by its id; withPayIn writes it for you.'
    )
  }
  const { account: id, ...rest } = { ...raw, ...read.data }
  const options = resolveOptions(rest, environment)
  const account = options.accounts.find((candidate) => candidate.id === id)
  if (account === undefined) {
    throw new OptionsError("account", `names "${id}", which option "accounts" does not list.`)
  }
  return { options, account }
}
