import { Text } from "@medusajs/ui"
import { useState } from "react"
import type { AdminPayoutDetail } from "../../api/admin/payin/payout-types"
import { ChoiceField, WordsField } from "../form/field"
import { FormDrawer } from "../form/form-drawer"
import { useTexts } from "../text/use-texts"
import { useDecide, usePayoutWords } from "./use-decide"

interface NoteDrawerProps {
  payout: AdminPayoutDetail
  way: "cancel" | "paid-elsewhere" | "conclude"
  onClose: () => void
}

/** Ends a payout by a person's word: why, and what shows that it is so. */
export const NoteDrawer = ({ payout, way, onClose }: NoteDrawerProps) => {
  const say = useTexts()
  const words = usePayoutWords(payout)
  const [note, setNote] = useState("")
  const [proof, setProof] = useState("")
  const { decide, busy, error } = useDecide(payout)
  const [outcome, setOutcome] = useState("")
  const references = payout.outcome_references
  const [reference, setReference] = useState(references.length === 1 ? references[0] : "")
  const posted = {
    note: note.trim(),
    ...(way !== "cancel" && { proof: proof.trim() }),
    ...(way === "conclude" && { outcome, ...(references.length > 0 && { reference }) }),
  }
  return (
    <FormDrawer
      title={say(`giving.action.${way}`)}
      description={`${words.amount} · ${words.to}`}
      submit={say(`giving.action.${way}`)}
      variant={way === "cancel" ? "danger" : "primary"}
      busy={busy}
      error={error}
      ready={Object.values(posted).every((text) => text !== "")}
      onSubmit={() => void decide(way, posted, { done: onClose })}
      onClose={onClose}
    >
      <Text size="small">{say(`giving.means.${way}`, words)}</Text>
      {way === "conclude" && references.length > 1 && (
        <ChoiceField
          label={say("giving.outcomeReference")}
          hint={say("giving.outcomeReferenceHint")}
          value={reference}
          onChange={setReference}
          choices={references.map((one) => ({ value: one, label: one }))}
        />
      )}
      {way === "conclude" && (
        <ChoiceField
          label={say("giving.outcome")}
          value={outcome}
          onChange={setOutcome}
          choices={[
            { value: "paid", label: say("giving.paid") },
            { value: "not_paid", label: say("giving.notPaid") },
          ]}
        />
      )}
      <WordsField
        label={say("giving.note")}
        hint={say("giving.noteHint")}
        value={note}
        onChange={setNote}
      />
      {way !== "cancel" && (
        <WordsField
          label={say("giving.proof")}
          hint={say("giving.proofHint")}
          value={proof}
          onChange={setProof}
        />
      )}
    </FormDrawer>
  )
}
