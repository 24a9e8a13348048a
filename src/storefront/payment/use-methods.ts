"use client"

import { useEffect, useState } from "react"
import type { PayInClient } from "../client.ts"
import type { PayInCart, PayInMethod } from "../wire.ts"

export interface MethodList {
  /** null: not there yet. */
  methods: PayInMethod[] | null
  /** Why they did not come. */
  error: unknown
  reload: () => void
}

/** The ways to pay a cart. */
export function useMethods(client: PayInClient, { id, total }: PayInCart): MethodList {
  const [methods, setMethods] = useState<PayInMethod[] | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [tries, setTries] = useState(1)

  useEffect(() => {
    let left = false
    setError(null)
    client
      .methods({ cart_id: id })
      .then((list) => !left && setMethods(list))
      .catch((reason: unknown) => !left && setError(reason))
    return () => {
      left = true
    }
    // The total decides what is available.
  }, [client, id, total, tries])

  return { methods, error, reload: () => setTries(tries + 1) }
}
