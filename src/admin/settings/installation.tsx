import { Button, StatusBadge, Text, toast } from "@medusajs/ui"
import { useState } from "react"
import type { AdminInstallation, AdminInstallationAnswer } from "../../api/admin/payin/status-types"
import { payin } from "../answer/use-answer"
import { useCommand } from "../answer/use-command"
import { WordsField } from "../form/field"
import { FormDrawer } from "../form/form-drawer"
import { useFormat } from "../format/use-format"
import { Section } from "../page/section"
import { useAsk } from "../page/use-ask"
import { useTexts } from "../text/use-texts"

interface InstallationProps {
  installation: AdminInstallation
  /** Payouts that leave as soon as a person took over. */
  queued: number
}

/** Whether this installation moves money by itself; a held one can be made the one that does. */
export const Installation = ({ installation, queued }: InstallationProps) => {
  const say = useTexts()
  const format = useFormat()
  const [taking, setTaking] = useState(false)
  const { live, reason, since } = installation
  return (
    <Section
      title={say("settings.installation.title")}
      subtitle={
        since === null
          ? say("settings.installation.ignored")
          : say("settings.installation.since", { time: format.time(since) })
      }
      aside={
        <StatusBadge color={live ? "green" : "red"}>
          {say(live ? "settings.installation.live" : "settings.installation.held")}
        </StatusBadge>
      }
    >
      {reason !== null && (
        <div className="flex flex-col items-start gap-y-3 px-6 py-4">
          <Text size="small">{say(`settings.installation.${reason}`)}</Text>
          <Button type="button" size="small" variant="secondary" onClick={() => setTaking(true)}>
            {say("settings.installation.takeOver")}
          </Button>
        </div>
      )}
      {taking && <TakeOver reason={reason} queued={queued} onClose={() => setTaking(false)} />}
    </Section>
  )
}

interface TakeOverProps {
  reason: AdminInstallation["reason"]
  queued: number
  onClose: () => void
}

const TakeOver = ({ reason, queued, onClose }: TakeOverProps) => {
  const say = useTexts()
  const ask = useAsk()
  const [note, setNote] = useState("")
  const { mutate, isPending, error } = useCommand<AdminInstallationAnswer>()
  const title = say("settings.installation.takeOver")
  const takeOver = async () => {
    const text = say("settings.installation.sure", { count: queued })
    if (await ask({ title, text, confirm: title, variant: "danger" })) {
      const body = { note: note.trim() }
      mutate({ path: payin("status", "take-over"), body }, { onSuccess: done })
    }
  }
  const done = () => {
    toast.success(say("settings.installation.taken"))
    onClose()
  }
  return (
    <FormDrawer
      title={title}
      submit={title}
      variant="danger"
      busy={isPending}
      error={error}
      ready={note.trim() !== ""}
      onSubmit={() => void takeOver()}
      onClose={onClose}
    >
      {reason !== null && <Text size="small">{say(`settings.installation.${reason}`)}</Text>}
      <Text size="small">{say("settings.installation.takeOverHint")}</Text>
      <WordsField
        label={say("settings.installation.note")}
        hint={say("settings.installation.noteHint")}
        value={note}
        onChange={setNote}
      />
    </FormDrawer>
  )
}
