import { checkAccount } from "./account"
import { checkCardWebhook, type Recorded } from "./card-webhook"
import { checkDeposit } from "./deposit"
import { Findings, type Finding } from "./finding"
import { Line } from "./line"
import { Listener } from "./listener"
import { checkNotification } from "./notification"
import type { Patient } from "./patient"
import { checkPayout } from "./payout"
import { checkUnknown } from "./unknown-reference"

/** Where nobody listens: reserved, so that no notification reaches a stranger. */
const NOWHERE = "https://notifications.invalid"

export interface Examination {
  patient: Patient
  webhook: Recorded | null
  webhookSecret: string | null
  tell: (finding: Finding) => void
  /** Something that only a person can do. */
  ask: (todo: string) => void
}

/**
 * Finds out how a service behaves where its documents leave it open. Moves no money, unless the patient
 * holds a payout that a person allowed.
 */
export async function examine(examination: Examination): Promise<Findings> {
  const { patient, webhook, webhookSecret, ask } = examination
  const findings = new Findings(examination.tell)
  const line = new Line(patient.credentials)
  const listener =
    patient.listen === null ? null : new Listener(patient.listen.publicUrl, patient.listen.port)
  const ipnUrlOf = (reference: string) =>
    listener?.addressOf(reference) ?? `${NOWHERE}/${reference}`
  await listener?.start()
  try {
    if (await checkAccount(line, patient, findings)) {
      await checkUnknown(line, findings)
      const deposit = await checkDeposit(line, patient, ipnUrlOf, findings)
      if (deposit !== null) {
        await checkNotification(listener, deposit, patient, findings, ask)
      }
      await checkPayout(line, patient, { ipnUrlOf, label: deposit?.label ?? null }, findings)
    }
    checkCardWebhook(webhook, webhookSecret, patient, findings)
  } finally {
    listener?.stop()
  }
  return findings
}
