"use client"

import { useEffect, useState } from "react"
import type { PayInClient } from "../client.ts"
import type { PayInBank } from "../wire.ts"

export interface BankList {
  /** null: they are not there yet, or never come. An empty list is of no use to a shopper. */
  banks: PayInBank[] | null
  failed: boolean
  reload: () => void
}

/** The banks of PSE, asked for once they are needed. */
export function useBanks(client: PayInClient, cartId: string, needed: boolean): BankList {
  const [banks, setBanks] = useState<PayInBank[] | null>(null)
  const [failed, setFailed] = useState(false)
  const [tries, setTries] = useState(1)

  useEffect(() => {
    if (!needed || banks !== null) return
    let left = false
    void client
      .banks({ cart_id: cartId })
      .catch((): PayInBank[] => [])
      .then((list) => {
        if (left) return
        setBanks(list.length === 0 ? null : list)
        setFailed(list.length === 0)
      })
    return () => {
      left = true
    }
  }, [client, cartId, needed, banks, tries])

  function reload() {
    setBanks(null)
    setFailed(false)
    setTries(tries + 1)
  }
  return { banks, failed, reload }
}
