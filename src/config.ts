import type { InputConfig } from "@medusajs/framework/types"
import { resolveOptions, type PayInRawOptions } from "./domain/options/options"

/**
 * The module keys that the payment module hands to the plugin's providers
 * (docs/medusa.md#reaching-other-modules).
 */
export const PROVIDER_DEPENDENCIES = [
  "payinGateway",
  "payinLedger",
  "payinInbox",
  "payinPayouts",
  "payinSubscriptions",
  "query",
]

const PACKAGE = "medusa-plugin-payin"
const PAYMENT = "payment"
const PAYMENT_MODULES = ["@medusajs/medusa/payment", "@medusajs/payment"]

interface PaymentModuleEntry {
  key?: string
  resolve?: string
  dependencies?: string[]
  options?: object
}

/**
 * Adds the plugin, its payment providers and what they need to a store's configuration:
 *
 * ```ts
 * module.exports = defineConfig(withPayIn({ projectConfig: { ... } }, { baseUrl, ... }))
 * ```
 *
 * Whatever the store configured stays: other plugins, other payment providers, other modules. The options
 * are checked when Medusa starts, so that a build without secrets works. Then enable
 * `pp_payin_<account id>`, and with option `card` also `pp_payin-card_<account id>`, in the region (Settings > Regions, or the admin API): Medusa offers a provider
 * only where it is enabled.
 */
export function withPayIn<Config extends InputConfig>(
  config: Config,
  options: PayInRawOptions
): Config {
  const plugin = { resolve: PACKAGE, options: { ...options } }
  const registered = withPayInProviders(config, options, `${PACKAGE}/providers`)
  return Object.assign({}, registered, { plugins: [...(config.plugins ?? []), plugin] })
}

/**
 * The part of {@link withPayIn} that concerns Medusa's payment module.
 *
 * @param folder where the plugin's payment providers stand
 */
export function withPayInProviders<Config extends InputConfig>(
  config: Config,
  options: PayInRawOptions,
  folder: string
): Config {
  if (process.argv[2] === "start") {
    checkOnce(options)
  }
  // What is not a list is refused with its name when Medusa boots, like every other wrong option.
  const listed: unknown = options.accounts
  const accounts = Array.isArray(listed) ? options.accounts.filter(Boolean) : []
  const of = (provider: string, id: string) => ({
    resolve: `${folder}/${provider}`,
    id,
    options: { ...options, account: id },
  })
  const providers = [
    ...accounts.map((account) => of("payin", account.id)),
    ...(options.card == null ? [] : [of("card", options.card.id)]),
  ]
  const extend = <Entry extends PaymentModuleEntry>(entry: Entry) => ({
    ...entry,
    dependencies: [...new Set([...(entry.dependencies ?? []), ...PROVIDER_DEPENDENCIES])],
    options: {
      ...entry.options,
      providers: [...providersOf(entry.options), ...providers],
    },
  })
  const fresh = extend({ resolve: PAYMENT_MODULES[0] })
  const modules = config.modules ?? []
  if (Array.isArray(modules)) {
    const there = modules.some(isPayment)
    const list = there
      ? modules.map((entry) => (isPayment(entry) ? extend(entry) : entry))
      : [...modules, fresh]
    return Object.assign({}, config, { modules: list })
  }
  // In the object form the key names the module: its entry may lack `resolve`, or be a mere `true`.
  const entry: unknown = Reflect.get(modules, PAYMENT)
  const payment = isEntry(entry) ? extend(entry) : fresh
  return Object.assign({}, config, { modules: { ...modules, [PAYMENT]: payment } })
}

/**
 * Checks the options before Medusa loads its modules. Each module of the plugin checks them too, and
 * Medusa prints what each of them throws several times (docs/medusa.md#boot-errors).
 */
function checkOnce(options: PayInRawOptions): void {
  try {
    resolveOptions(options, { production: process.env.NODE_ENV === "production" })
  } catch (error) {
    if (error instanceof Error) {
      // Medusa prints the message, and then the stack, which repeats it.
      Reflect.deleteProperty(error, "stack")
    }
    throw error
  }
}

function providersOf(options: object | undefined): unknown[] {
  return options && "providers" in options && Array.isArray(options.providers)
    ? options.providers
    : []
}

/** As Medusa's defineConfig names an entry of the list: by `key`, else by the package it resolves to. */
function isPayment(entry: unknown): entry is PaymentModuleEntry {
  if (!isEntry(entry)) {
    return false
  }
  return entry.key === undefined
    ? entry.resolve !== undefined && PAYMENT_MODULES.includes(entry.resolve)
    : entry.key === PAYMENT
}

function isEntry(entry: unknown): entry is PaymentModuleEntry {
  return typeof entry === "object" && entry !== null && !Array.isArray(entry)
}
