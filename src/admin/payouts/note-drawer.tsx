import { Text } from "@medusajs/ui"
import { useState } from "react"
import type { AdminPayout } from "../../api/admin/payin/payout-types"
import { WordsField } from "../form/field"
import { FormDrawer } from "../form/form-drawer"
import { useTexts } from "../text/use-texts"
import { useDecide, usePayoutWords } from "./use-decide"

interface NoteDrawerProps {
  payout: AdminPayout
  way: "cancel" | "paid-elsewhere"
  onClose: () => void
}

/** Ends a payout without sending it: why, and for money given another way, what shows that it was. */
export const NoteDrawer = ({ payout, way, onClose }: NoteDrawerProps) => {
  const say = useTexts()
  const words = usePayoutWords(payout)
  const [note, setNote] = useState("")
  const [proof, setProof] = useState("")
  const { decide, busy, error } = useDecide(payout)
  const posted = {
    note: note.trim(),
    ...(way === "paid-elsewhere" && { proof: proof.trim() }),
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
      <WordsField
        label={say("giving.note")}
        hint={say("giving.noteHint")}
        value={note}
        onChange={setNote}
      />
      {way === "paid-elsewhere" && (
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
