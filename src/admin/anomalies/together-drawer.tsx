import { Text, toast } from "@medusajs/ui"
import { useState } from "react"
import type { AdminAnomaliesResolvedAnswer } from "../../api/admin/payin/anomaly-types"
import { isDecisionCode } from "../answer/problem-of"
import { payin } from "../answer/use-answer"
import { useCommand } from "../answer/use-command"
import { WordsField } from "../form/field"
import { FormDrawer } from "../form/form-drawer"
import { PageLink } from "../page/fact"
import { useAsk } from "../page/use-ask"
import { useTexts } from "../text/use-texts"
import { anomalyHref } from "./columns"
import { MOST_TOGETHER } from "./together"

interface TogetherDrawerProps {
  ids: string[]
  onClose: () => void
  /** They are decided: nothing of them is to stay selected. */
  onDecided: () => void
}

/** Asks why, and once more whether, then says of many cards that the service held nothing of them. */
export const TogetherDrawer = ({ ids, onClose, onDecided }: TogetherDrawerProps) => {
  const say = useTexts()
  const ask = useAsk()
  const [note, setNote] = useState("")
  const { mutate, isPending, error, data } = useCommand<AdminAnomaliesResolvedAnswer>(["orders"])
  const count = ids.length
  const title = say("anomalies.together.title", { count })
  const decide = async () => {
    const agreed = await ask({
      ...{ title, text: say("anomalies.together.sure", { count }) },
      confirm: say("anomalies.action.nothingHeld"),
    })
    if (!agreed) {
      return
    }
    const body = { action: "released", note: note.trim(), ids }
    mutate(
      { path: payin("anomalies", "resolve"), body },
      {
        onSuccess: ({ anomalies, refused }) => {
          const description = say("anomalies.together.did", { count: anomalies.length })
          toast.success(say("anomalies.done"), { description })
          onDecided()
          if (refused.length === 0) {
            onClose()
          }
        },
      }
    )
  }
  const refused = data?.refused ?? []
  return (
    <FormDrawer
      title={title}
      submit={say("anomalies.action.nothingHeld")}
      busy={isPending}
      error={error}
      ready={data !== undefined || (note.trim() !== "" && count <= MOST_TOGETHER)}
      done={data !== undefined}
      onSubmit={() => void decide()}
      onClose={onClose}
    >
      {data === undefined ? (
        <>
          <Text size="small">{say("anomalies.together.means")}</Text>
          {count > MOST_TOGETHER && (
            <Text size="small">{say("anomalies.together.tooMany", { most: MOST_TOGETHER })}</Text>
          )}
          <WordsField
            label={say("anomalies.note")}
            hint={say("anomalies.noteHint")}
            value={note}
            onChange={setNote}
          />
        </>
      ) : (
        <>
          <Text size="small">{say("anomalies.together.refused", { count: refused.length })}</Text>
          <ul className="flex flex-col gap-y-2">
            {refused.map(({ id, code, message }) => (
              <li key={id}>
                <PageLink to={anomalyHref({ id })}>{id}</PageLink>
                <Text size="small" className="text-ui-fg-subtle">
                  {isDecisionCode(code) ? say(`problem.code.${code}`) : message}
                </Text>
              </li>
            ))}
          </ul>
        </>
      )}
    </FormDrawer>
  )
}
