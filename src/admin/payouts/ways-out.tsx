import { Button, Text } from "@medusajs/ui"
import { useState } from "react"
import type { AdminApproval, AdminPayoutDetail } from "../../api/admin/payin/payout-types"
import { useFormat } from "../format/use-format"
import { ChangedSince, type Seen } from "../page/changed-since"
import { Section } from "../page/section"
import { WhoMay } from "../page/who-may"
import { useTexts } from "../text/use-texts"
import { DestinationDrawer } from "./destination-drawer"
import { LinkDrawer } from "./link-drawer"
import { linkAction, linkMeans } from "./link-words"
import { NoteDrawer } from "./note-drawer"
import { useDecide, usePayoutWords, type Way } from "./use-decide"

interface PayoutWaysProps {
  payout: AdminPayoutDetail
  /** Shows this way alone. */
  only?: Way
}

/** What can be done about a payout now: what each way means, and a button that goes it. */
export const PayoutWays = ({ payout, only }: PayoutWaysProps) => {
  const say = useTexts()
  const format = useFormat()
  const words = usePayoutWords(payout)
  const [open, setOpen] = useState<Way | null>(null)
  const [seen, setSeen] = useState<Seen | null>(null)
  const { decide, busy } = useDecide(payout, { tells: true, changed: setSeen })
  const approvals: Partial<Record<Way, AdminApproval | null>> = {
    approve: payout.approval,
    conclude: payout.outcome_approval,
    "paid-elsewhere": payout.paid_elsewhere_approval,
    retry: payout.retry_approval,
  }
  const ways = payout.actions
    .filter((way) => only === undefined || way === only)
    .map((way) => ({ way, approval: approvals[way] ?? null }))
  const rest = format.money(payout.rest_due ?? "0", payout.currency_code)
  const wordsOf = (way: Way) => (way === "pay-rest" ? { ...words, amount: rest } : words)
  const close = () => setOpen(null)
  const go = (way: Way) => {
    switch (way) {
      case "approve":
        // What was seen, and nothing newer.
        return void decide(way, { version: payout.version })
      case "pay-rest":
        return void decide(way, { version: payout.version }, { amount: rest })
      case "resend":
      case "retry":
        return void decide(way, {})
      default:
        setOpen(way)
    }
  }
  return (
    <>
      {ways.length > 0 && (
        <Section title={say("giving.waysOut")}>
          {seen !== null && (seen.amount !== words.amount || seen.to !== words.to) && (
            <ChangedSince before={seen} now={words} />
          )}
          <ul className="divide-y">
            {ways.map(({ way, approval }, index) => (
              <li
                key={way}
                className="flex flex-col items-start gap-3 px-6 py-4 md:flex-row md:items-center md:justify-between"
              >
                <div className="flex flex-col gap-y-2">
                  <Text size="small" className="text-ui-fg-subtle max-w-prose">
                    {say(
                      way === "destination-link" ? linkMeans(payout) : `giving.means.${way}`,
                      wordsOf(way)
                    )}
                  </Text>
                  {approval !== null &&
                    (way === "retry" ? (
                      <Text size="small" className="text-ui-fg-subtle max-w-prose">
                        {say(approval.you_may ? "giving.reportedByOther" : "giving.reportedByYou")}
                      </Text>
                    ) : (
                      <WhoMay approval={approval} />
                    ))}
                </div>
                <Button
                  type="button"
                  size="small"
                  variant={index === 0 && way !== "cancel" ? "primary" : "secondary"}
                  className="shrink-0"
                  disabled={busy || approval?.you_may === false}
                  onClick={() => go(way)}
                >
                  {say(way === "destination-link" ? linkAction(payout) : `giving.action.${way}`)}
                </Button>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {(open === "cancel" || open === "paid-elsewhere" || open === "conclude") && (
        <NoteDrawer payout={payout} way={open} onClose={close} />
      )}
      {open === "destination" && <DestinationDrawer payout={payout} onClose={close} />}
      {open === "destination-link" && <LinkDrawer payout={payout} onClose={close} />}
    </>
  )
}
