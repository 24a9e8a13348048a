"use client"

import { useEffect, useRef, type ReactNode } from "react"

/** Where a new part of the page begins: the focus goes there, so that it is read aloud and scrolled to. */
export function FocusedText({ className, children }: { className: string; children: ReactNode }) {
  const text = useRef<HTMLParagraphElement>(null)
  useEffect(() => text.current?.focus(), [])
  return (
    <p ref={text} tabIndex={-1} className={className}>
      {children}
    </p>
  )
}
