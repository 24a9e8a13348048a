"use client"

import { useEffect, useRef } from "react"
import type { Shown } from "../shown/use-payin.ts"
import type { PayInCardToken } from "../wire.ts"
import { loadScript } from "./card-script.ts"

/** The form that the service's script draws, in a frame of the service's own. */
export function CardFrame({
  script,
  locale,
  classes,
  ...callbacks
}: Pick<Shown, "locale" | "classes"> & {
  script: string
  /** null: the shopper takes the card back. */
  onCard: (card: PayInCardToken | null) => void
  onError: () => void
}) {
  const frame = useRef<HTMLDivElement>(null)
  const latest = useRef(callbacks)
  latest.current = callbacks

  useEffect(() => {
    let form: { unmount(): void } | undefined
    let left = false
    loadScript(script)
      .then((cards) => {
        if (left || frame.current === null) return
        form = cards.mount(frame.current, {
          language: locale,
          onToken: ({ token, ...made }) =>
            latest.current.onCard(token === null ? null : { token, ...made }),
        })
      })
      .catch(() => !left && latest.current.onError())
    return () => {
      left = true
      form?.unmount()
      latest.current.onCard(null)
    }
  }, [script, locale])

  return <div ref={frame} className={classes.card} />
}
