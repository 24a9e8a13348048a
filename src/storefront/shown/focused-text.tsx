"use client"

import { useEffect, useRef, type ReactNode } from "react"

interface Text {
  className: string
  children: ReactNode
}

/** The same without the focus. */
export function PlainText({ className, children }: Text) {
  return <p className={className}>{children}</p>
}

/** Where a new part of the page begins: the focus goes there, so that it is read aloud and scrolled to. */
export function FocusedText({ className, children }: Text) {
  const text = useRef<HTMLParagraphElement>(null)
  useEffect(() => text.current?.focus(), [])
  return (
    <p ref={text} tabIndex={-1} className={className}>
      {children}
    </p>
  )
}
