import { Button, Drawer, Hint, Label, Text, Textarea, toast } from "@medusajs/ui"
import { useId, useState } from "react"
import type { AdminAnomaly, AdminAnomalyAnswer } from "../../api/admin/payin/anomaly-types"
import { payin } from "../answer/use-answer"
import { codeOf } from "../answer/problem-of"
import { useCommand } from "../answer/use-command"
import { useFormat } from "../format/use-format"
import { TextField } from "../form/field"
import { moneyIn } from "../page/money-in"
import { Problem } from "../page/problem"
import { useAsk } from "../page/use-ask"
import { useTexts } from "../text/use-texts"
import { partOf } from "./confirming"
import { anomalyMoney, capturedMoney, decisionSums, namedAs, toldAs } from "./money"

type Action = AdminAnomaly["actions"][number]

interface ResolveDrawerProps {
  anomaly: AdminAnomaly
  /** What is to be done; null: closed. */
  action: Action | null
  onClose: () => void
}

/** Asks why, and before money moves once more whether, then decides. */
export const ResolveDrawer = ({ anomaly, action, onClose }: ResolveDrawerProps) => (
  <Drawer open={action !== null} onOpenChange={(open) => !open && onClose()}>
    {action !== null && <Decision anomaly={anomaly} action={action} onClose={onClose} />}
  </Drawer>
)

const Decision = (props: { anomaly: AdminAnomaly; action: Action; onClose: () => void }) => {
  const { anomaly, action, onClose } = props
  const say = useTexts()
  const format = useFormat()
  const ask = useAsk()
  const field = useId()
  const [note, setNote] = useState("")
  const [captured, setCaptured] = useState(capturedMoney(anomaly)?.amount ?? "")
  const { mutate, isPending, error } = useCommand<AdminAnomalyAnswer>(["orders"])
  const [held, setHeld] = useState("")
  const asksAmount = action === "captured"
  // Nobody answered the call that made the hold, so the store does not know its id.
  const asksId = action === "authorized" && anomaly.facts.status === "unknown"
  const currency = moneyIn(anomaly.facts.asked)?.currency ?? anomalyMoney(anomaly)?.currency ?? null
  const decided = decisionSums(anomaly, format)
  const sums = asksAmount
    ? { ...decided, amount: format.money(captured.trim(), currency) }
    : decided
  const { amount } = sums
  const confirms = partOf(anomaly, action) === "confirms"
  const name = say(`anomalies.action.${namedAs(anomaly, action)}`)
  const title = confirms ? say("anomalies.confirming", { action: name }) : name
  const decide = async () => {
    const text = sure()
    const agreed = text === null || (await ask({ title, text, confirm: title }))
    if (agreed) {
      const said = {
        ...(asksAmount && { amount: captured.trim() }),
        ...(asksId && { transaction_id: held.trim() }),
      }
      const body = { action, note: note.trim(), ...said }
      mutate(
        { path: payin("anomalies", anomaly.id, "resolve"), body },
        {
          onSuccess: () => {
            toast.success(say("anomalies.done"), {
              description: say(`anomalies.did.${toldAs(anomaly, action)}`, sums),
            })
            onClose()
          },
          onError: (failure) => {
            // The first of two people: what they wanted is done.
            if (!confirms && codeOf(failure) === "second_person") {
              toast.info(say("anomalies.proposedNow"), {
                description: say("anomalies.proposedNowHint", { action: name, amount }),
              })
              onClose()
            }
          },
        }
      )
    }
  }
  const sure = () => {
    const told = toldAs(anomaly, action)
    if (told === "ignore") {
      return null
    }
    const text = say(`anomalies.sure.${told}`, sums)
    return confirms ? say("anomalies.sureToConfirm", { sure: text }) : text
  }
  return (
    <Drawer.Content>
      <Drawer.Header>
        <Drawer.Title>{title}</Drawer.Title>
        <Drawer.Description>{say(`anomalies.kind.${anomaly.kind}`)}</Drawer.Description>
      </Drawer.Header>
      <Drawer.Body className="flex flex-col gap-y-6 overflow-y-auto">
        <Text size="small">{say(`anomalies.means.${toldAs(anomaly, action)}`, sums)}</Text>
        {asksAmount && (
          <TextField
            label={`${say("anomalies.captured")} (${currency})`}
            hint={say("anomalies.capturedHint")}
            value={captured}
            onChange={setCaptured}
            inputMode="decimal"
          />
        )}
        {asksId && (
          <TextField
            label={say("anomalies.heldId")}
            hint={say("anomalies.heldIdHint")}
            value={held}
            max={64}
            onChange={setHeld}
          />
        )}
        <div className="flex flex-col gap-y-2">
          <Label htmlFor={field} size="small" weight="plus">
            {say("anomalies.note")}
          </Label>
          <Textarea
            id={field}
            value={note}
            maxLength={500}
            rows={4}
            aria-describedby={`${field}-hint`}
            onChange={(event) => setNote(event.target.value)}
          />
          <Hint id={`${field}-hint`}>{say("anomalies.noteHint")}</Hint>
        </div>
        {error !== null && !isPending && <Problem error={error} />}
      </Drawer.Body>
      <Drawer.Footer>
        <Drawer.Close asChild>
          <Button type="button" size="small" variant="secondary">
            {say("ask.cancel")}
          </Button>
        </Drawer.Close>
        <Button
          type="button"
          size="small"
          isLoading={isPending}
          disabled={
            note.trim() === "" ||
            (asksAmount && captured.trim() === "") ||
            (asksId && held.trim() === "")
          }
          onClick={() => void decide()}
        >
          {title}
        </Button>
      </Drawer.Footer>
    </Drawer.Content>
  )
}
