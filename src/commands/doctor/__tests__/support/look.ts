import { resolveOptions, type PayInOptions } from "../../../../domain/options/options"
import { secretsIn } from "../../../../domain/privacy/secret-list"
import { PayInGatewayService } from "../../../../modules/gateway/service"
import type { Sandbox } from "../../../../sandbox"
import type { Recorded } from "../../card-webhook"
import { runChecks } from "../../run-checks"
import type { Finding, Findings } from "../../finding"
import { askedSchema, readCheckContext, type CheckContext } from "../../check-context"
import { summary } from "../../report"
import { merchantOf, pasted, type Country } from "./pasted"

/** An account in Colombia that the sandbox pays to. */
export const DESTINATION = {
  legal_doc_type: "CC",
  legal_doc: "1098765404",
  phone_code: "57",
  phone_number: "3019876540",
  email: "approved@example.com",
  full_name: "Ana Prueba",
  bank: "BANCOLOMBIA",
  account_number: "00987654321099",
  account_type: "AHORRO",
}

export interface Wanted {
  country?: Country
  payout?: unknown
  webhook?: Recorded | null
  /** Of webhooks; the merchant's own unless another is given. */
  secret?: string
  ask?: (todo: string) => void
  /** Flags of the command. */
  [flag: string]: unknown
}

export interface Look {
  findings: Findings
  context: CheckContext
  of: (check: string) => Finding | undefined
  /** What the report asks for beside the credentials. */
  options: ReturnType<Findings["options"]>
  /** The end of the report. */
  report: string
  /** What Medusa boots with on this machine when the report's options are pasted. */
  booted: PayInOptions
}

/**
 * Looks at the sandbox as a person with a merchant's credentials and these flags would. Whatever was found,
 * Medusa boots with the options that the report ends with; and unless it calls something wrong, the plugin
 * then reads what the service says for what it is.
 */
export async function look(sandbox: Sandbox, wanted: Wanted = {}): Promise<Look> {
  const { secret, payout = null, webhook = null, ask = () => undefined, ...flags } = wanted
  const { country = "CO" } = flags
  const { username, password, token, ...merchant } = merchantOf(sandbox, country)
  const webhookSecrets = secretsIn(secret ?? merchant.webhookSecret).filter((one) => one !== "")
  const asked = askedSchema.parse({
    ...{ "base-url": sandbox.url, username, password, token, wait: 2 },
    ...flags,
  })
  const context = readCheckContext(asked, payout)
  const told: Finding[] = []
  const tell = (finding: Finding) => void told.push(finding)
  const findings = await runChecks({ context, webhook, webhookSecrets, tell, ask })
  expect(told).toEqual(findings.list)
  const report = summary(findings, context)
  const raw = pasted(report, sandbox, country)
  const booted = resolveOptions(raw, { production: false })
  if (findings.of("wrong").length === 0) {
    await expectRightReading(sandbox, raw, context)
  }
  const of = (check: string) => findings.list.find((finding) => finding.check === check)
  return { findings, context, of, options: findings.options(), report, booted }
}

/** Deposits are money in, of the amount that was asked; payouts are money out. */
async function expectRightReading(sandbox: Sandbox, raw: unknown, context: CheckContext) {
  const gateway = new PayInGatewayService({}, raw)
  const account = context.country.country.toLowerCase()
  const read = async (reference: string) => {
    const answer = await gateway.transactions.lookup(account, reference)
    return answer.kind === "not_known" ? null : answer.transaction
  }
  for (const { reference } of sandbox.transactions({ limit: 1 })) {
    const { amount } = context
    const seen = await read(reference)
    expect(seen).toMatchObject({ reference, kind: "payin", amount })
  }
  for (const { reference } of sandbox.payouts({ limit: 1 })) {
    // It may not be visible yet.
    const seen = await read(reference)
    expect(seen?.kind ?? "payout").toBe("payout")
  }
  await gateway.__hooks.onApplicationShutdown()
}
