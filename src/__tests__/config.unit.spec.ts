import type { InputConfig } from "@medusajs/framework/types"
import * as utils from "@medusajs/framework/utils"
import { PROVIDER_DEPENDENCIES, withPayIn } from "../config"
import type { PayInRawOptions } from "../domain/options/options"

const PAYMENT = "@medusajs/medusa/payment"

const options: PayInRawOptions = {
  baseUrl: "https://payments.example/prod",
  username: "merchant",
  password: "not-a-real-password",
  token: "not-a-real-token",
  callbackUrl: "https://api.shop.example",
  returnUrl: "https://shop.example/checkout/return",
  encryptionKey: Buffer.from("thirty-two bytes for these tests").toString("base64"),
  accounts: [
    { id: "co", country: "CO" },
    { id: "pe", country: "PE", token: "another-token" },
  ],
}

const ours = (id: string) => ({
  resolve: "medusa-plugin-payin/providers/payin",
  id,
  options: { ...options, account: id },
})

const otherProvider = { resolve: "@medusajs/payment-stripe", id: "stripe", options: { key: "k" } }

// By its name: the overload for an object of modules is deprecated, yet stores have it.
const DEFINE_CONFIG: string = "defineConfig"

/** The payment module as Medusa reads it of a configuration. */
function paymentOf(config: InputConfig): unknown {
  const define: (config: InputConfig) => { modules?: object } = Reflect.get(utils, DEFINE_CONFIG)
  return Reflect.get(define(config).modules ?? {}, "payment")
}

const withOurs = (config: InputConfig): InputConfig => withPayIn(config, options)

describe("withPayIn", () => {
  it("adds the plugin and one payment provider for each account to an empty configuration", () => {
    const config = withOurs({})

    expect(config.plugins).toEqual([{ resolve: "medusa-plugin-payin", options }])
    expect(config.modules).toEqual([
      {
        resolve: PAYMENT,
        dependencies: PROVIDER_DEPENDENCIES,
        options: { providers: [ours("co"), ours("pe")] },
      },
    ])
  })

  it("adds the card provider of the account that takes cards", () => {
    const withCard = { ...options, card: { id: "co" } }
    const config = withPayIn({}, withCard)

    expect(paymentOf(config)).toMatchObject({
      options: {
        providers: [
          { id: "co" },
          { id: "pe" },
          {
            resolve: "medusa-plugin-payin/providers/card",
            id: "co",
            options: { ...withCard, account: "co" },
          },
        ],
      },
    })
  })

  it("keeps the project's settings, other plugins and other modules", () => {
    const http = { storeCors: "https://shop.example", adminCors: "", authCors: "" }
    const projectConfig = { redisUrl: "redis://cache.example", http }
    const admin = { disable: true }
    const blog = { resolve: "./src/modules/blog", options: { posts: 3 } }
    const config = withOurs({
      projectConfig,
      admin,
      plugins: ["plugin-a", { resolve: "plugin-b", options: {} }],
      modules: [blog],
    })

    expect(config).toMatchObject({ projectConfig, admin })
    expect(config.plugins).toEqual([
      "plugin-a",
      { resolve: "plugin-b", options: {} },
      { resolve: "medusa-plugin-payin", options },
    ])
    expect(config.modules).toHaveLength(2)
    expect(config.modules).toContainEqual(blog)
  })

  it.each([
    ["by its package", { resolve: PAYMENT }],
    ["by its older package", { resolve: "@medusajs/payment" }],
    ["by its key", { key: "payment" }],
    ["by its key, with code of the store's own", { key: "payment", resolve: "./src/payment" }],
  ])("adds its providers to a payment module that the store lists %s", (_how, entry) => {
    const config = withOurs({
      modules: [
        {
          ...entry,
          dependencies: ["blog", "query"],
          options: { webhook_delay: 1, providers: [otherProvider] },
        },
      ],
    })

    expect(config.modules).toEqual([
      {
        ...entry,
        dependencies: [
          "blog",
          "query",
          "payinGateway",
          "payinLedger",
          "payinInbox",
          "payinPayouts",
          "payinSubscriptions",
        ],
        options: { webhook_delay: 1, providers: [otherProvider, ours("co"), ours("pe")] },
      },
    ])
  })

  it("leaves a module unchanged when its key is not that of the payment module", () => {
    const entry = { key: "shadow", resolve: PAYMENT, options: { providers: [otherProvider] } }
    const config = withOurs({ modules: [entry] })

    expect(config.modules).toHaveLength(2)
    expect(config.modules).toContainEqual(entry)
  })

  it.each([
    ["with its package", { resolve: PAYMENT }],
    ["without naming its package", {}],
  ])("adds its providers to a payment module %s in an object of modules", (_how, entry) => {
    const blog = { resolve: "./src/modules/blog" }
    const config = withOurs({
      modules: { blog, payment: { ...entry, options: { providers: [otherProvider] } } },
    })

    expect(config.modules).toEqual({
      blog,
      payment: {
        ...entry,
        dependencies: PROVIDER_DEPENDENCIES,
        options: { providers: [otherProvider, ours("co"), ours("pe")] },
      },
    })
  })

  it.each([
    ["that sets it to true", { payment: true }],
    ["that does not name it", {}],
  ])("adds the payment module to an object of modules %s", (_how, modules) => {
    const config = withOurs({ modules })

    expect(config.modules).toEqual({
      payment: {
        resolve: PAYMENT,
        dependencies: PROVIDER_DEPENDENCIES,
        options: { providers: [ours("co"), ours("pe")] },
      },
    })
  })

  it("makes a configuration that Medusa's defineConfig reads, with modules as a list or as an object", () => {
    const providers = [otherProvider, ours("co"), ours("pe")]
    const list = withOurs({
      modules: [{ resolve: PAYMENT, options: { providers: [otherProvider] } }],
    })
    const object = withOurs({ modules: { payment: { options: { providers: [otherProvider] } } } })

    expect(paymentOf(list)).toMatchObject({
      dependencies: PROVIDER_DEPENDENCIES,
      options: { providers },
    })
    expect(paymentOf(object)).toMatchObject({
      dependencies: PROVIDER_DEPENDENCIES,
      options: { providers },
    })
  })

  it("does not change the configuration that the store passed in", () => {
    const config = {
      plugins: [],
      modules: [{ resolve: PAYMENT, options: { providers: [otherProvider] } }],
    }
    const before = structuredClone(config)
    withOurs(config)

    expect(config).toEqual(before)
  })

  it("does not throw without secrets or with wrong options: they are checked when Medusa boots", () => {
    expect(() => withPayIn({}, Object.assign({}, options, { accounts: undefined }))).not.toThrow()
    expect(() => withPayIn({}, Object.assign({}, options, { accounts: "co" }))).not.toThrow()
    expect(() => withPayIn({}, Object.assign({}, options, { password: undefined }))).not.toThrow()
  })
})

describe("wrong options", () => {
  const { argv } = process
  afterEach(() => {
    process.argv = argv
  })
  const wrong = { ...options, callbackUrl: "shop.example" }
  const run = (command: string) => {
    process.argv = [argv[0] ?? "", "medusa", command]
    return () => withPayIn({}, wrong)
  }

  it("stop `medusa start` before any module is loaded, with one line and no stack", () => {
    const thrown = run("start")
    expect(thrown).toThrow(/^medusa-plugin-payin: option "callbackUrl" is wrong: [^\n]+$/)
    try {
      thrown()
    } catch (error) {
      expect(error).not.toHaveProperty("stack")
    }
    expect.assertions(2)
  })

  it.each(["build", "db:migrate", "exec"])("do not stop `medusa %s`", (command) => {
    expect(run(command)).not.toThrow()
  })
})
