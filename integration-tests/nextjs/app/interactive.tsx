"use client"

import { useEffect } from "react"

/** Says when the page answers to the shopper. */
export function Interactive() {
  useEffect(() => {
    document.documentElement.dataset.interactive = String(Math.round(performance.now()))
  }, [])
  return null
}
