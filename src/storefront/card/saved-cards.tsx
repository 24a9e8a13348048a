"use client"

import { useEffect, useState } from "react"
import type { Shown } from "../shown/use-payin.ts"
import { filled } from "../texts/index.ts"
import type { PayInSavedCard } from "../wire.ts"

/** The cards that the shopper kept, and another one. Without any, nothing. */
export function SavedCards({
  client,
  texts,
  classes,
  savedId,
  onChoose,
}: Pick<Shown, "client" | "texts" | "classes"> & {
  savedId: string | null
  onChoose: (id: string | null) => void
}) {
  const [cards, setCards] = useState<PayInSavedCard[]>([])

  useEffect(() => {
    let left = false
    // Whose cards do not come types one.
    client
      .savedCards()
      .then((list) => !left && setCards(list))
      .catch(() => undefined)
    return () => {
      left = true
    }
  }, [client])

  if (cards.length === 0) return null
  const choices = [
    ...cards.map(({ id, brand, last_four }) => ({
      id,
      label: filled(texts.savedCard, { brand: brand ?? "", last_four: last_four ?? "" }).trim(),
    })),
    { id: null, label: texts.otherCard },
  ]
  return (
    <fieldset className={classes.fieldset}>
      <legend className={classes.legend}>{texts.chooseCard}</legend>
      {choices.map(({ id, label }) => (
        <div key={id}>
          <label className={classes.method}>
            <input
              type="radio"
              name="saved_card"
              checked={id === savedId}
              onChange={() => onChoose(id)}
            />{" "}
            {label}
          </label>
        </div>
      ))}
    </fieldset>
  )
}
