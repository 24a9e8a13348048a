import { MINIMAL, problem } from "../../../domain/__tests__/support/options"
import { secretsIn } from "../../../domain/privacy/secret-list"
import { createSandbox } from "../../../sandbox"
import { askedSchema, readCheckContext } from "../check-context"
import { Findings } from "../finding"
import { checkSecrets } from "../secrets"
import { look } from "./support/look"

const HELD = {
  username: "merchant",
  password: "a-password",
  token: "a-token",
  webhookSecret: "a-webhook-secret-of-its-own",
}

function told(baseUrl: string, { webhookSecret, ...credentials }: typeof HELD) {
  const findings = new Findings(() => undefined)
  const asked = askedSchema.parse({ "base-url": baseUrl, ...credentials })
  checkSecrets(readCheckContext(asked), secretsIn(webhookSecret), findings)
  const [finding] = findings.list
  return { ...finding, says: finding?.says ?? "" }
}

describe("payin-doctor tells about secrets", () => {
  it("that the boot takes them", () => {
    expect(told("https://pay.example", HELD)).toMatchObject({ result: "as_documented" })
  })

  it.each([
    ["PAYIN_USERNAME", "username", "sandbox-co"],
    ["PAYIN_PASSWORD", "password", "sandbox-co-password"],
    ["PAYIN_TOKEN", "token", "sandbox-co-token"],
    ["PAYIN_WEBHOOK_SECRET", "webhookSecret", "sandbox-co-webhook-secret"],
    ["PAYIN_TOKEN", "token", "a-token,sandbox-co-token"],
    ["PAYIN_WEBHOOK_SECRET", "webhookSecret", "short"],
    ["PAYIN_WEBHOOK_SECRET", "webhookSecret", "a-webhook-secret-of-its-own, short"],
    ["PAYIN_WEBHOOK_SECRET", "webhookSecret", "x".repeat(32)],
  ])("that %s would stop it, as %s (%#)", (name, option, value) => {
    const given = { ...HELD, [option]: value }
    const { result, says } = told("https://pay.example", given)
    expect(result).toBe("wrong")
    expect(says).toContain(`${name} `)
    expect(says).not.toContain(value)
    const minimal = problem({ ...MINIMAL, [option]: value }, true)
    expect(minimal).toContain(says.slice(name.length + 1, says.indexOf(".")))
  })

  it("that production will refuse the sandbox's, where the sandbox is meant", async () => {
    const sandbox = createSandbox({})
    await sandbox.start()
    const { of, findings } = await look(sandbox)
    await sandbox.stop()
    expect(of("secrets")).toMatchObject({
      result: "differs",
      says: expect.stringMatching(/PAYIN_USERNAME is the sandbox's, and public; PAYIN_PASSWORD/),
    })
    expect(findings.of("wrong")).toEqual([])
  })
})
