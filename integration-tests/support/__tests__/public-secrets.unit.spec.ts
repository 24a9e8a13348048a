import { readFileSync } from "node:fs"
import { guessable } from "../../../src/domain/privacy/guessable-secret"
import { readSettings } from "../../../src/sandbox"

describe("a secret that a store in production refuses", () => {
  it("is whatever the sandbox accepts out of the box", () => {
    const { merchants } = readSettings({})
    expect(merchants).toHaveLength(3)
    for (const { username, password, token, merchantId, webhookSecret } of merchants) {
      for (const value of [username, password, token, merchantId]) {
        expect(guessable(value, "credential")).toBe("is the sandbox's, and public")
      }
      expect(guessable(webhookSecret, "secret")).toBe("is the sandbox's, and public")
    }
  })

  it("is the webhook secret of a merchant of the sandbox that has none of its own", () => {
    const merchant = { username: "u", password: "p", token: "t", merchantId: "m" }
    const [{ webhookSecret }] = readSettings({ merchants: [merchant] }).merchants
    expect(guessable(webhookSecret, "secret")).toBe("is the sandbox's, and public")
  })

  it.each(["README.md", "README.es.md", "docs/sandbox.md", "docs/cards.md"])(
    "is each value that %s shows",
    (file) => {
      const shown = readFileSync(file, "utf8").match(/\bsandbox-(?:co|pe|mx)[a-z-]*/g) ?? []
      expect(shown.length).toBeGreaterThan(1)
      for (const value of shown) {
        expect([value, guessable(value, "credential")]).toEqual([value, expect.any(String)])
      }
    }
  )

  it("is the example of a test in the guide to cards", () => {
    const [, shown = ""] = /secret: "([^"]+)"/.exec(readFileSync("docs/cards.md", "utf8")) ?? []
    expect(guessable(shown, "secret")).toBe("stands in the documents, and is public")
  })
})
