import { checkAccount } from "./account"
import { checkCardWebhook, type Recorded } from "./card-webhook"
import { checkDeposit } from "./deposit"
import { Findings, type Finding } from "./finding"
import { Transport } from "./transport"
import { Listener } from "./listener"
import { checkNotification } from "./notification"
import type { CheckContext } from "./check-context"
import { checkSecrets } from "./secrets"
import { checkPayout } from "./payout"
import { checkUnknown } from "./unknown-reference"

/** A reserved address without a listener, so that no notification reaches a stranger. */
const NOWHERE = "https://notifications.invalid"

export interface Examination {
  context: CheckContext
  webhook: Recorded | null
  /** Empty: none was given. */
  webhookSecrets: readonly string[]
  tell: (finding: Finding) => void
  /** Something that only a person can do. */
  ask: (todo: string) => void
}

/**
 * Doctor: finds out how a service behaves where its documents leave it open. Moves no money, unless
 * the caller passes a payout that a person allowed.
 */
export async function runChecks(examination: Examination): Promise<Findings> {
  const { context, webhook, webhookSecrets, ask } = examination
  const findings = new Findings(examination.tell)
  const transport = new Transport(context.credentials)
  const listener =
    context.listen === null ? null : new Listener(context.listen.publicUrl, context.listen.port)
  const ipnUrlOf = (reference: string) =>
    listener?.addressOf(reference) ?? `${NOWHERE}/${reference}`
  await listener?.start()
  try {
    if (await checkAccount(transport, context, findings)) {
      await checkUnknown(transport, findings)
      const deposit = await checkDeposit(transport, context, ipnUrlOf, findings)
      if (deposit !== null) {
        await checkNotification(listener, deposit, context, findings, ask)
      }
      await checkPayout(transport, context, { ipnUrlOf, label: deposit?.label ?? null }, findings)
    }
    checkCardWebhook(webhook, webhookSecrets, context, findings)
    checkSecrets(context, webhookSecrets, findings)
  } finally {
    listener?.stop()
  }
  return findings
}
