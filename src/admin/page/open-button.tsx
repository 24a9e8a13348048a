import { Plus } from "@medusajs/icons"
import { Button } from "@medusajs/ui"
import { useState, type ReactNode } from "react"

interface OpenButtonProps {
  text: string
  /** Makes something new: the page's main button. */
  creates?: boolean
  /** What is opened, with how to close it. */
  children: (onClose: () => void) => ReactNode
}

/** A button that opens a drawer; the drawer is forgotten when it closes. */
export const OpenButton = ({ text, creates = false, children }: OpenButtonProps) => {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        type="button"
        size="small"
        variant={creates ? "primary" : "secondary"}
        onClick={() => setOpen(true)}
      >
        {creates && <Plus />}
        {text}
      </Button>
      {open && children(() => setOpen(false))}
    </>
  )
}
